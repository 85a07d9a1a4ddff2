export { extract, NoArtifactError, type ExtractOptions } from './artifact/extract.js';
export { loadInputs, type Item, type LoadOptions } from './artifact/load.js';
export { readDesignSystem } from './artifact/design-system/read.js';
export type { DesignSystem } from './artifact/design-system/schema.js';
export { rubricSchema, type Rubric } from './artifact/rubric.js';
export { briefSchema, kindSchema, type Artifact, type Brief, type Kind } from './artifact/schema.js';
export {
  defineCheck,
  type Check,
  type CheckContext,
  type CheckMeta,
  type CheckResult,
} from './channels/check.js';
export { clipSimilarity, type EmbedPicture } from './channels/clip.js';
export { findingSchema, type ChannelName, type ChannelResult, type Finding } from './channels/schema.js';
export { embeddedJudge } from './channels/visual/embedded-judge.js';
export type { Judge, JudgedPicture, Reading } from './channels/visual/judge.js';
export {
  judgeGroup,
  type GroupJudgement,
  type GroupOptions,
  type JudgedPair,
  type OrderBias,
} from './channels/visual/group/judge.js';
export { uninformativeItems, type UninformativeItem } from './channels/visual/rubric/informative.js';
export { rubricJudge, type RubricJudgeOptions } from './channels/visual/rubric/judge.js';
export { makeRubric, type MadeRubric, type MakeRubricOptions } from './channels/visual/rubric/make.js';
export { readRubric } from './channels/visual/rubric/read.js';
export { openJudge, type JudgeChoice } from './channels/visual/open.js';
export { vlmJudge, type VlmJudgeOptions } from './channels/visual/vlm/judge.js';
export { designDistances, groupSpread, type DesignDistance } from './channels/visual/sameness/spread.js';
export { runAgent, type AgentOptions } from './channels/interaction/agent/agent.js';
export { explore, type ExploreOptions } from './channels/interaction/explorer/explore.js';
export { judgeProbes, judgeTests, type JudgedProbe } from './channels/interaction/judge.js';
export { aescoderScore, type JudgedTest } from './channels/interaction/tests.js';
export { readTrace, writeTrace } from './channels/interaction/store.js';
export { traceDataSchema, type InteractionTrace, type TraceData } from './channels/interaction/trace.js';
export { configSchema, defineConfig, type Config } from './config.js';
export { judgeDeck, slideOf, type JudgedSlide } from './deck.js';
export { ERROR_CODES, KallosError, type ErrorCode } from './errors.js';
export { buildGraph } from './graph/build.js';
export { design2code, type Design2CodeScores } from './graph/design2code.js';
export { drawReference, readReferencePicture } from './graph/reference/read.js';
export { matchGraphs, type GraphMatch } from './graph/match.js';
export { designGraphSchema, type DesignGraph } from './graph/schema.js';
export { createModels, type Models, type TextModel } from './models/models.js';
export { modelsSchema } from './models/settings.js';
export { captureDataSchema, type Capture, type CaptureData } from './render/capture.js';
export {
  captureFrom,
  createRenderer,
  readCapture,
  writeCapture,
  type CaptureOptions,
  type CdpSession,
  type Renderer,
  type RendererOptions,
} from './render/index.js';
export { report, type ReportFormat, type ReportOptions } from './report/index.js';
export { advantages, type AdvantageMethod, type AdvantageOptions } from './reward/advantages.js';
export { applyRecipe, RECIPES, recipeSchema, type Recipe, type RecipeInput } from './reward/recipes.js';
export { addSpread, type SpreadTerm } from './reward/spread.js';
export { verdictSchema, type Reward, type Verdict } from './reward/verdict.js';
export {
  judgeCapture,
  score,
  scoreMany,
  type JudgeOptions,
  type ScoreManyOptions,
  type ScoreOptions,
} from './score.js';
export {
  serve,
  startWorker,
  type RunningWorker,
  type ServeOptions,
  type Service,
  type WorkerOptions,
} from './service/index.js';
