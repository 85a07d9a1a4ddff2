import { fingerprints } from '../fingerprint.js';
import type { Finding } from '../schema.js';
import { resolveSetting, type CheckSettings } from '../settings.js';
import { nothingToAct, vanishingContent, type InteractionCheck } from './checks.js';
import type { TraceData } from './trace.js';

/** Share of the text shown at rest from which a page is taken to stay: slides and tickers change, and most of a page is still there. */
const STAYS = 0.5;

/** True where a page that nobody touches loses more of its text than half. */
export function isGoing({ stay }: TraceData): boolean {
  return stay !== null && stay.share < STAYS;
}

/** What is found of a page as a whole rather than of one of its controls. `isBare`: it has nothing to act on. */
export function wholePageFindings(data: TraceData, isBare: boolean, settings: CheckSettings): Finding[] {
  const { viewport, stay } = data;
  const found: Finding[] = [];
  const tell = (check: InteractionCheck, about: Pick<Finding, 'message' | 'measured' | 'expected'>): void => {
    const setting = resolveSetting(check, settings);
    if (!setting) return;
    found.push({
      check: check.meta.id,
      channel: 'interaction',
      severity: setting.severity,
      certainty: 'likely',
      viewport: viewport.name,
      selector: null,
      box: null,
      source: null,
      ...about,
      suggestion: check.meta.remedy,
      fix: null,
      fingerprint: fingerprints(check.meta.id, [''])[0]!,
    });
  };
  if (isBare && data.asked) {
    tell(nothingToAct, {
      message: 'The brief asks for something to act on, and the page has nothing.',
      measured: { controls: 0 },
      expected: { min: 1 },
    });
  }
  if (stay && isGoing(data)) {
    const when = stay.afterMs < 1000 ? 'a few frames' : `${Math.round(stay.afterMs / 1000)} seconds`;
    tell(vanishingContent, {
      message: `Nobody touched the page, and after ${when} it shows ${Math.round(stay.share * 100)} % of the text that it showed at rest.`,
      measured: { value: stay.share, unit: 'share', afterMs: stay.afterMs },
      expected: { min: STAYS, unit: 'share' },
    });
  }
  return found;
}
