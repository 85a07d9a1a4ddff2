import type { CaptureData, CapturedRequest } from '../render/capture.js';
import { unscored } from './judge.js';
import type { Finding, Judgement } from './schema.js';

/** Hosts whose style sheets declare fonts and nothing else: without them a page is drawn in its next family, and can be judged. */
const FONT_HOSTS =
  /^https?:\/\/(fonts\.googleapis\.com|fonts\.bunny\.net|use\.typekit\.net|api\.fontshare\.com|rsms\.me)\//;

/** Begins the reason of a channel that could not be judged because the store lacks something. */
export const RESOURCES_UNAVAILABLE = 'resources-unavailable';

/** Scripts and style sheets that the renderer could not offer: without them the page isn't what its author made. */
export function withheld({ requests }: CaptureData): CapturedRequest[] {
  return requests.filter(
    ({ fate, type, url }) =>
      fate === 'unavailable' && (type === 'script' || (type === 'stylesheet' && !FONT_HOSTS.test(url))),
  );
}

/**
 * What can be said of a page that was rendered without some of its scripts or style sheets. That is our lack, so it gives no score;
 * what was found may well be its consequence, so it is told as likely, and never as an error.
 */
export function withoutThem({ result, findings }: Judgement, missing: readonly CapturedRequest[]): Judgement {
  const hosts = [...new Set(missing.map(({ url }) => new URL(url).host))].sort().join(', ');
  return {
    result: { ...unscored('failed', `${RESOURCES_UNAVAILABLE}: ${hosts}`), parts: result.parts },
    findings: findings.map((finding): Finding => ({
      ...finding,
      certainty: 'likely',
      severity: finding.severity === 'error' ? 'warning' : finding.severity,
    })),
  };
}
