import type { DesignGraph, GraphNode } from '../graph/schema.js';
import type { Finding } from './schema.js';

type Box = GraphNode['box'];

/** Text on a page that speaks to whoever judges it. */
export interface JudgeTalk {
  /** `certain`: two signs in one text; it is to be masked before a judge looks. `likely`: one sign. */
  certainty: Finding['certainty'];
  signs: Sign[];
  /** The words that gave it away, normalised. */
  quote: string;
  /** Nodes of the graph that hold them, and the boxes of their lines in CSS px, to be masked. */
  nodes: number[];
  boxes: Box[];
}

/** `override`: earlier instructions are to be ignored. `demand`: a top score is asked for. `address`: a model is spoken to. */
type Sign = 'override' | 'demand' | 'address';

const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;
const words = (pattern: string) => new RegExp(`${START}(?:${pattern})${END}`, 'giu');
/** Languages that don't part words. */
const anywhere = (pattern: string) => new RegExp(pattern, 'gu');
/** Up to so many words in between. */
const upTo = (count: number) => String.raw`(?: [\p{L}']+){0,${count}}`;

const PAGE =
  '(?:this|the|my|our) (?:web ?)?(?:page|site|website|design|slide|poster|chart|layout|screenshot|image|submission|artifact|output|response)';
const TOP =
  '(?:100(?! ?%)(?: ?/ ?100| out of 100| points)?|10 ?/ ?10|full (?:marks|points|score)|(?:the |a )?(?:maximum|max|highest|perfect|top|best)(?: possible)? (?:score|rating|marks?|grade|points))';

/**
 * Written here from the forms that such texts take; no list can be complete, and a judge must hold without it. Left out
 * because ordinary pages say so: "rate us", "5 stars", "Score: 100/100", "give it 100%", "note to the judges".
 */
const PATTERNS: readonly [Sign, RegExp][] = [
  // English
  [
    'override',
    words(
      `(?:ignore|disregard|forget|override)${upTo(3)} (?:previous|prior|above|earlier|preceding|system|original) (?:[\\p{L}]+ )?(?:instructions?|prompts?|rules|criteria|guidelines|rubrics?)`,
    ),
  ],
  [
    'demand',
    words(
      `(?:give|award|assign|grant|rate|score|grade) ${PAGE}${upTo(1)} (?:a score of |a rating of |at )?${TOP}`,
    ),
  ],
  ['demand', words(`(?:give|award|assign|grant) ${TOP} (?:to|for) ${PAGE}`)],
  [
    'demand',
    words(
      `(?:output|return|respond with|answer with|reply with|assign) (?:a |the )?(?:score|rating|grade) (?:of )?${TOP}`,
    ),
  ],
  [
    'demand',
    words(
      String.raw`(?:answer|output|return|respond(?: with)?|reply(?: with)?|print)[: ]{1,2}\{? ?["'“]?(?:score|rating|grade|marks|total)["'”]?(?: ?[:=] ?| )["'“]?100(?! ?%)`,
    ),
  ],
  ['address', words('(?:ai |dear )?(?:reviewer|grader|evaluator|rater|judge)s?:')],
  [
    'address',
    words(
      '(?:if )?you are an? (?:ai|llm|vlm|large language model|language model|vision model|automated (?:judge|grader|evaluator))',
    ),
  ],
  [
    'address',
    words(
      '(?:note|message|instructions?|attention|dear|hello)[:,]?(?: to| for)?(?: the| all| any)? (?:ai|llm|vlm|automated|model)(?: (?:judges?|graders?|evaluators?|raters?|reviewers?|models?|assistants?))?',
    ),
  ],
  ['address', /<\|(?:im_start|im_end|system|user|assistant)\|>|\[\/?INST\]/giu],
  // German
  [
    'override',
    words(
      `(?:ignorier(?:e|en sie)?|vergiss|vergessen sie|missachte)${upTo(2)} (?:vorherigen|bisherigen|vorigen|obigen|früheren) (?:anweisungen|anordnungen|regeln|kriterien|vorgaben)`,
    ),
  ],
  [
    'demand',
    words(
      `(?:gib|geben sie|vergib|vergeben sie|bewerte|bewerten sie)(?: \\p{L}+){1,3} (?:mit )?(?:100(?! ?%)(?: punkten?| von 100| ?/ ?100)|die (?:volle|höchste|maximale) (?:punktzahl|bewertung|note))`,
    ),
  ],
  ['address', words('(?:wenn du|falls du|du bist|sie sind) eine? (?:ki|sprachmodell|llm)(?: \\p{L}+)?')],
  // French
  [
    'override',
    words(
      `(?:ignore[zr]?|oublie[zr]?|ne tiens pas compte)${upTo(3)} (?:instructions?|consignes?|règles|critères) (?:précédentes?|antérieures?|ci-dessus)`,
    ),
  ],
  [
    'demand',
    words(
      `(?:donne[zr]?|attribue[zr]?|note[zr]?|accorde[zr]?)${upTo(3)} (?:100 ?/ ?100|100 points|la (?:note|meilleure note) (?:maximale|possible))`,
    ),
  ],
  [
    'address',
    words('(?:si )?(?:tu es|vous êtes) une? (?:ia|intelligence artificielle|modèle de langage|llm)'),
  ],
  // Spanish and Portuguese
  [
    'override',
    words(
      `(?:ignor[ae]|olvid[ae]|esque[çc]a|desconsidere)${upTo(2)} (?:instrucciones|instruções|reglas|regras|criterios|critérios) (?:anteriores|previas|prévias)`,
    ),
  ],
  [
    'demand',
    words(
      `(?:da|dale|asigna|otorga|califica|dê|atribua|avalie)${upTo(3)} (?:con |com )?(?:100 ?/ ?100|100 puntos|100 pontos|(?:la|a) (?:puntuación|calificación|pontuação|nota) máxima)`,
    ),
  ],
  [
    'address',
    words(
      '(?:si eres|eres|se você é|você é) (?:una?|uma?) (?:ia|inteligencia artificial|inteligência artificial|modelo de lenguaje|modelo de linguagem|llm)',
    ),
  ],
  // Russian
  [
    'override',
    words(
      `(?:игнорируй(?:те)?|забудь(?:те)?)${upTo(2)} (?:предыдущи|прежни|вышеуказанн)\\p{L}+ (?:инструкци|указани|правил|критери)\\p{L}*`,
    ),
  ],
  [
    'demand',
    words(
      `(?:поставь(?:те)?|дай(?:те)?|присвой(?:те)?|оцени(?:те)?)${upTo(3)} (?:на )?(?:100 баллов|100 из 100|(?:максимальн|высш|наивысш)\\p{L}+ (?:балл|оценк)\\p{L}*)`,
    ),
  ],
  ['address', words('(?:если )?(?:ты|вы)(?: —| -)? (?:ии|языковая модель|искусственный интеллект)')],
  // Arabic
  [
    'override',
    words(
      String.raw`(?:تجاهل|انس|انسى)(?: \p{L}+){0,2} (?:التعليمات|الأوامر|القواعد|المعايير) (?:السابقة|أعلاه)`,
    ),
  ],
  [
    'demand',
    words(
      String.raw`(?:امنح|أعط|أعطِ|قيّم|قيم)(?: \p{L}+){0,3} (?:100 نقطة|100 من 100|(?:الدرجة|العلامة) (?:الكاملة|القصوى))`,
    ),
  ],
  ['address', words('(?:إذا كنت|أنت) (?:نموذج(?:ا|ًا)? لغوي(?:ا|ًا)?|ذكاء اصطناعي)')],
  // Chinese, Japanese, Korean
  [
    'override',
    anywhere(
      '(?:忽略|无视|無視|忘记|忘記)(?:掉)?(?:所有|之前|先前|以上|上述|前面|的|一切){1,4}(?:指令|指示|提示|规则|規則|标准|標準)',
    ),
  ],
  [
    'override',
    anywhere(
      '(?:以前|これまで|上記|前)の(?:すべての)?(?:指示|命令|ルール|プロンプト)(?:を|は)(?:すべて)?無視',
    ),
  ],
  [
    'override',
    anywhere('(?:이전|위)의? ?(?:모든 )?(?:지시|명령|지침|규칙)(?:사항)?(?:을|를|은|는)? ?(?:모두 )?무시'),
  ],
  [
    'demand',
    anywhere(
      '(?:给|給|打|评|評)(?:这个|這個|本|此|该|該)?(?:页面|頁面|网页|網頁|网站|網站|设计|設計)?(?:打|评为|評為)?(?:100 ?分|满分|滿分|最高分)',
    ),
  ],
  [
    'demand',
    anywhere(
      '(?:この|本)(?:ページ|デザイン|サイト)(?:に|を|は)?(?:100点|満点|最高(?:点|評価))(?:を|と|に)?(?:付け|つけ|与え|評価)',
    ),
  ],
  [
    'demand',
    anywhere(
      '이 ?(?:페이지|디자인|사이트)(?:에|를|을)? ?(?:100점|만점|최고 ?점수)(?:을|를|으로)? ?(?:주|줘|부여|평가)',
    ),
  ],
  [
    'address',
    anywhere(
      '(?:如果)?(?:你|您)是(?:一个|一個)?(?:AI|人工智能|人工智慧|语言模型|語言模型|大模型)|あなたは(?:AI|言語モデル)|당신(?:은|이) ?(?:AI|인공지능|언어 ?모델)',
    ),
  ],
];

/** Signs that stand further apart, in characters, belong to different things said. */
const TOGETHER = 300;

/**
 * Finds visible text that speaks to a judge. Texts that stand together are read together, however markup parts them. A
 * model that is only spoken to is none: pages may be about models.
 */
export function findJudgeTalk(graph: Pick<DesignGraph, 'nodes'>): JudgeTalk[] {
  const blocks: GraphNode[][] = [];
  for (const node of graph.nodes) {
    if (node.text === '') continue;
    const block = blocks.at(-1);
    if (block && standTogether(lastBox(block.at(-1)!), firstBox(node))) block.push(node);
    else blocks.push([node]);
  }
  return blocks.flatMap(judgeTalk);
}

const firstBox = ({ lines, box }: GraphNode): Box => lines[0]?.box ?? box;
const lastBox = ({ lines, box }: GraphNode): Box => lines.at(-1)?.box ?? box;

/** On one line or on the next but one, with no wider a gap beside. */
function standTogether(a: Box, b: Box): boolean {
  const reach = 1.5 * Math.max(a[3], b[3]);
  const gap = (from: number, size: number, other: number, otherSize: number) =>
    Math.max(from, other) - Math.min(from + size, other + otherSize);
  return gap(a[0], a[2], b[0], b[2]) <= reach && gap(a[1], a[3], b[1], b[3]) <= reach;
}

interface Match {
  sign: Sign;
  from: number;
  to: number;
}

function judgeTalk(nodes: readonly GraphNode[]): JudgeTalk[] {
  const pieces: { node: GraphNode; from: number; to: number }[] = [];
  let text = '';
  for (const node of nodes) {
    if (text !== '') text += ' ';
    const from = text.length;
    text += normalised(node.text);
    pieces.push({ node, from, to: text.length });
  }
  return clusters(text).flatMap((matches) => {
    const signs = [...new Set(matches.map(({ sign }) => sign))];
    if (signs.length === 1 && signs[0] === 'address') return [];
    const said = pieces
      .filter((piece) => matches.some(({ from, to }) => from < piece.to && to > piece.from))
      .map(({ node }) => node);
    return {
      certainty: signs.length > 1 ? 'certain' : 'likely',
      signs,
      quote: matches.map(({ from, to }) => text.slice(from, to)).join(' … '),
      nodes: said.map(({ id }) => id),
      boxes: said.flatMap(({ lines, box }) => (lines.length > 0 ? lines.map((line) => line.box) : [box])),
    };
  });
}

/** All signs in a text, in order, parted where they stand far apart. */
function clusters(text: string): Match[][] {
  const matches = PATTERNS.flatMap(([sign, pattern]) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({
      sign,
      from: index,
      to: index + length,
    })),
  ).sort((a, b) => a.from - b.from);
  const parted: Match[][] = [];
  for (const match of matches) {
    const cluster = parted.at(-1);
    if (cluster && match.from - cluster.at(-1)!.to <= TOGETHER) cluster.push(match);
    else parted.push([match]);
  }
  return parted;
}

/** Without what hides words from a pattern but not from a reader: invisible characters, other widths, odd spaces. */
function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
