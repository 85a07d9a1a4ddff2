import { z } from 'zod';
import { defineCheck, type Defect } from '../check.js';
import { findJudgeTalk } from '../guard.js';

/** How much of the words that gave a text away is quoted. */
const QUOTED = 160;

/** Text that speaks to a judge. What is certain is also covered before a judge looks (`../mask.ts`), whatever is set here. */
export const judgeTalk = defineCheck({
  meta: {
    id: 'judge-talk',
    title: 'Text that speaks to a judge',
    description: `Visible text that addresses whoever judges the page: it tells a model to ignore its instructions, asks for a top score, or speaks to "an AI judge". Models that are trained with a judge learn to write such texts. The check looks for three signs (earlier instructions are to be ignored; a top score is demanded; a model is spoken to) in ten languages.

- Two signs in one text are **certain**: an error, which takes half of this channel. The text is also covered by a grey box in the picture that a judge sees; the page itself and the picture in the capture stay as they are.
- One sign is **likely**: an advisory. Nothing is covered, since ordinary pages may say so.
- A model that is only spoken to is no sign by itself: pages may be about models.

It is a defect whatever a judge makes of it: a page speaks to its readers. In the visual channel the text changes nothing, since it is covered there, and a policy that tries it has something to lose here. What the check cannot see is text inside pictures and canvases, and forms that nobody has listed; so a judge is told, beside this, to obey nothing that is written in a picture.`,
    remedy: 'Remove the text, or say it to the people who read the page.',
    severity: 'error',
    weight: 0.5,
    source:
      'The forms are written from what such texts say; the texts that count as ordinary are in `src/channels/guard.test.ts`.',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate({ graph }) {
    const talks = findJudgeTalk(graph);
    return {
      score: talks.some(({ certainty }) => certainty === 'certain') ? 0 : 1,
      defects: talks.map(defect),
    };

    function defect({ certainty, signs, quote, nodes, boxes }: (typeof talks)[number]): Defect {
      const said = quote.length > QUOTED ? `${quote.slice(0, QUOTED)}…` : quote;
      return {
        element: graph.nodes[nodes[0]!]!.element,
        box: boxes[0] ?? null,
        message:
          certainty === 'certain'
            ? `“${said}” speaks to whoever judges the page; it is covered before a judge looks.`
            : `“${said}” may speak to whoever judges the page.`,
        measured: { value: signs.length, unit: 'signs', which: signs.join(', ') },
        expected: null,
        suggestion: 'Remove it: a page speaks to its readers.',
        certainty,
        ...(certainty === 'likely' && { severity: 'advisory' as const }),
      };
    }
  },
});
