import { documentOf } from '../../report/html/document.js';
import { html, type Markup } from '../../report/html/markup.js';
import { foreign } from '../../report/html/parts.js';
import { STYLES } from '../../report/html/styles.js';
import type { Audit } from './audit.js';
import { fitOf, histogram, intervals, scatter } from './plots.js';
import { decimal, factsOf, FLOOR_TITLES, MEASURES } from './words.js';

const OWN_STYLES = /* css */ `
.audit { padding-block: 2rem 3rem; }
.audit > h2 { font-size: var(--title); letter-spacing: -.01em; }
.interval { color: var(--soft); font-size: var(--small); font-variant-numeric: tabular-nums; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: var(--gap); margin-top: var(--gap); align-items: start; }
.plots figure { border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); padding: .875rem 1rem .75rem; min-width: 0; }
.plots figcaption { margin-bottom: .75rem; color: var(--soft); font-size: var(--note); max-width: 62ch; }
.plots h3 { margin-bottom: .125rem; color: var(--ink); }
.plot { display: block; width: 100%; height: auto; font-family: var(--sans); }
.plot text { font-size: 11.5px; fill: var(--soft); }
.plot .row, .plot .figure { font-size: 12.5px; fill: var(--ink); font-variant-numeric: tabular-nums; }
.plot .floor .row { fill: var(--soft); }
.plot .figure { font-size: 11.5px; }
.plot .tick { font-variant-numeric: tabular-nums; }
.grid { stroke: var(--line); }
.chance { stroke: var(--line-strong); stroke-dasharray: 3 3; }
.axis { stroke: var(--line-strong); }
.dot { fill: var(--accent); fill-opacity: .42; }
.dot:hover { fill-opacity: 1; }
.fit { stroke: var(--ink); stroke-width: 1.25; stroke-opacity: .65; }
.count { fill: var(--accent); fill-opacity: .8; }
.whisker { stroke: var(--advisory); stroke-width: 2; stroke-linecap: round; stroke-opacity: .6; }
.own .whisker { stroke: var(--accent); stroke-width: 3; }
.value { fill: var(--surface); stroke: var(--advisory); stroke-width: 2; }
.own .value { fill: var(--accent); stroke: var(--accent); }
.own .row { font-weight: 600; }
.misses { margin-top: 2.5rem; }
.misses > h3 { padding-bottom: .5rem; border-bottom: 1px solid var(--line); }
.misses p { color: var(--soft); font-size: var(--note); margin: .75rem 0; }
.misses ol { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr)); gap: 1rem; }
.misses img, .misses .no-picture { width: 100%; aspect-ratio: 8 / 5; object-fit: cover; object-position: top; border: 1px solid var(--line);
  border-radius: var(--radius); background: var(--mat); }
.misses li { min-width: 0; font-size: var(--small); color: var(--soft); font-variant-numeric: tabular-nums; }
.misses bdi { display: block; margin-top: .375rem; color: var(--ink); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.about { margin-top: 2.5rem; }
.about .pairs { margin-top: .5rem; max-width: 80ch; font-size: var(--note); }
.about .pairs div { grid-template-columns: 11rem minmax(0, 1fr); }
.about .pairs dt::first-letter { text-transform: none; }
@media (max-width: 40rem) { .about .pairs div { grid-template-columns: minmax(0, 1fr); gap: 0; } }
`;

/** Things shown on which judge and people differ most, on each side. */
const MISSES = 6;

/**
 * An audit as one self-contained page of plots.
 *
 * @param thumbnails data URLs by the name of a thing; those of things without one are left out
 */
export function auditPage(audit: Audit, thumbnails: ReadonlyMap<string, string>): string {
  const isPairs = audit.ratings.kind === 'pairs';
  const body = html`<header class="top">
      <h1>Kallos <span>judge audit</span></h1>
      <p class="counts figures">
        <span>${audit.n} pictures</span>${isPairs && html`<span>${audit.ratings.pairs} pairs</span>`}
      </p>
    </header>
    <main class="audit">
      <h2 class="artifact-head">${foreign(audit.judge)}</h2>
      <section class="channels" aria-label="Agreement with people">
        ${MEASURES.map(([measure, title]) => cell(title, audit[measure]))}
      </section>
      <section class="plots" aria-label="Plots">${plots(audit)}</section>
      ${audit.things.length > 0 && audit.ratings.comparable && misses(audit, thumbnails)}
      <section class="about facts">
        <h3>What else is known</h3>
        <dl class="pairs">
          ${[...factsOf(audit), ...gaps(audit)].map(
            ([topic, text]) =>
              html`<div>
                <dt>${topic}</dt>
                <dd>${text}</dd>
              </div>`,
          )}
        </dl>
      </section>
    </main>`;
  return documentOf({ title: `Audit of ${audit.judge}`, body, styles: STYLES + OWN_STYLES });
}

function cell(title: string, figure: Audit['pearson']): Markup {
  return figure
    ? html`<div class="channel">
        <h3>${title}</h3>
        <p class="score">${decimal(figure.value)}</p>
        <p class="interval">95%: ${decimal(figure.low)} to ${decimal(figure.high)}</p>
      </div>`
    : html`<div class="channel none">
        <h3>${title}</h3>
        <p class="status">undefined</p>
      </div>`;
}

function plots(audit: Audit): Markup[] {
  const points = audit.things.map(({ name, rating, score }) => ({ name, x: score, y: rating }));
  const people = audit.ratings.kind === 'pairs' ? 'strength by votes' : 'people';
  const found: Markup[] = [against(audit)];
  if (points.length > 0 && audit.ratings.comparable) {
    const { slope, intercept } = fitOf(points);
    const residuals = points.map(({ name, x, y }) => ({ name, x, y: y - intercept - slope * x }));
    found.push(
      figure(
        'Judge and people',
        'One dot a picture; the line is the best straight one.',
        scatter(
          points,
          { label: 'Ratings of people over scores of the judge', x: 'judge', y: people },
          'fit',
        ),
      ),
      figure(
        'What the judge misses',
        'How much higher people rated a picture than the line says. A slope or a funnel here is a fault that a mean hides.',
        scatter(
          residuals,
          { label: 'Residuals over scores of the judge', x: 'judge', y: `${people}, less the line` },
          'zero',
        ),
      ),
    );
  }
  if (audit.scale)
    found.push(
      figure(
        'Use of the scale',
        'A judge that gives everything the same score tells nobody anything.',
        histogram(audit.scale.histogram, 'score'),
      ),
    );
  return found;
}

function against(audit: Audit): Markup {
  const rows = (measure: 'pearson' | 'pairAccuracy') => [
    { name: 'judge', figure: audit[measure], own: true },
    ...(Object.keys(FLOOR_TITLES) as (keyof typeof FLOOR_TITLES)[]).map((name) => ({
      name: FLOOR_TITLES[name],
      figure: audit.floors[name]?.[measure] ?? null,
      own: false,
    })),
  ];
  return figure(
    'Judge and floors',
    'What knows nothing of looks sets the floor. The fitted floors know this set, the judge may not.',
    [
      ...(audit.pearson ? [intervals(rows('pearson'), 'Pearson', 0)] : []),
      intervals(rows('pairAccuracy'), 'share of pairs right', 0.5),
    ],
  );
}

function figure(title: string, text: string, content: Markup | Markup[]): Markup {
  return html`<figure>
    <figcaption>
      <h3>${title}</h3>
      ${text}
    </figcaption>
    ${content}
  </figure>`;
}

/** Where judge and people are farthest apart, in ranks: people and judge may use their scales differently. */
function misses({ things }: Audit, thumbnails: ReadonlyMap<string, string>): Markup {
  const rank = (of: 'rating' | 'score') => {
    const order = [...things].sort((a, b) => a[of] - b[of]);
    return new Map(order.map((thing, i) => [thing, i / Math.max(1, things.length - 1)]));
  };
  const [people, judge] = [rank('rating'), rank('score')];
  const gap = (thing: Audit['things'][number]) => judge.get(thing)! - people.get(thing)!;
  const sorted = [...things].sort((a, b) => gap(b) - gap(a));
  const list = (title: string, shown: readonly Audit['things'][number][]) =>
    html`<p>${title}</p>
      <ol>
        ${shown.map(
          (thing) =>
            html`<li>
              ${thumbnails.has(thing.name) ? html`<img src="${thumbnails.get(thing.name)!}" alt="" loading="lazy" />` : html`<span class="no-picture">No picture</span>`}
              <bdi>${thing.name}</bdi>
              judge ${decimal(thing.score)}, people ${decimal(thing.rating)}
            </li>`,
        )}
      </ol>`;
  return html`<section class="misses" aria-label="Where they differ most">
    <h3>Where they differ most</h3>
    ${list(
      'The judge ranks these far higher than people do',
      sorted.slice(0, MISSES).filter((thing) => gap(thing) > 0),
    )}
    ${list(
      'and these far lower',
      sorted
        .slice(-MISSES)
        .reverse()
        .filter((thing) => gap(thing) < 0),
    )}
  </section>`;
}

function gaps({ missing, failed }: Audit): [string, string][] {
  return [
    ...(missing.length > 0 ? [['Without a file', missing.join(', ')] as [string, string]] : []),
    ...failed.map(({ name, reason }): [string, string] => [`Failed: ${name}`, reason]),
  ];
}
