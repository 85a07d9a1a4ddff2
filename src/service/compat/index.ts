import type { FastifyInstance } from 'fastify';
import type { CaptureStore } from '../captures.js';
import type { Limits } from '../limits.js';
import type { Metrics } from '../metrics.js';
import type { Scoring } from '../scoring.js';
import { CompatJudge } from './judge.js';
import { nemoRoutes } from './nemo.js';
import { openenvRoutes } from './openenv/routes.js';
import { openrlhfRoutes } from './openrlhf.js';
import type { NotJudged } from './policy.js';
import { slimeRoutes } from './slime.js';

export interface CompatRoutes {
  scoring: Scoring;
  metrics: Metrics;
  captures: CaptureStore;
  limits: Limits;
  policy: NotJudged;
  onFault: (fault: string) => void;
}

/** The routes that trainers call in their own wire formats. Each has a scope, since each answers errors in its own way. */
export function compatRoutes(app: FastifyInstance, options: CompatRoutes): void {
  const { scoring, metrics, captures, limits, policy, onFault } = options;
  const judge = new CompatJudge({ scoring, metrics, policy, pageChars: limits.pageChars, onFault });
  const scoped = (routes: (scope: FastifyInstance) => void) =>
    void app.register((scope, _options, done) => {
      routes(scope);
      done();
    });
  scoped((scope) => openrlhfRoutes(scope, judge));
  scoped((scope) => slimeRoutes(scope, judge));
  scoped((scope) => nemoRoutes(scope, judge));
  scoped((scope) => openenvRoutes(scope, { judge, captures, episodes: limits.episodes }));
}
