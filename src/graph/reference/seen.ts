import { z } from 'zod';
import type { Box } from '../../render/capture.js';
import { covers } from '../geometry.js';
import { roleSchema } from '../schema.js';

/** Fewer elements are no reading of a design. */
const FEWEST = 3;
export const MOST_ELEMENTS = 80;
/** Per mille of the canvas: what is thinner is a slip of the model, no element. */
const THINNEST = 2;
/** Per mille by which a child may reach over its parent: models are no rulers. */
const SLACK = 15;
/** As many elements in one place are a model that repeats itself. */
const MOST_ALIKE = 2;

/** Thousandths of the picture's width or height: models are shown it scaled, and know no px. */
const perMille = z.int().min(0).max(1000);

/** How a model is to say what it sees. Boxes that cannot be are told to it, and after repairs are an error. */
export const seenSchema = z
  .object({
    elements: z
      .array(
        z.object({
          role: roleSchema,
          /** As read in the picture; "" for none. */
          words: z.string(),
          /** Place in this list (from 0) of the element around it, which comes before it; -1 for none. */
          parent: z.int().min(-1),
          left: perMille,
          top: perMille,
          right: perMille,
          bottom: perMille,
        }),
      )
      .min(FEWEST)
      .max(MOST_ELEMENTS),
  })
  .superRefine(({ elements }, context) => {
    const boxes = elements.map(({ left, top, right, bottom }): Box => [
      left,
      top,
      right - left,
      bottom - top,
    ]);
    const places = new Map<string, number>();
    elements.forEach(({ parent }, i) => {
      const wrong = (message: string) => context.addIssue({ code: 'custom', message, path: ['elements', i] });
      const box = boxes[i]!;
      if (box[2] < THINNEST || box[3] < THINNEST) wrong('right must be beyond left, and bottom below top');
      else if (parent >= i) wrong('its parent must come before it');
      else if (parent >= 0 && !covers(boxes[parent]!, box, SLACK)) wrong('it reaches over its parent');
      const alike = (places.get(box.join()) ?? 0) + 1;
      places.set(box.join(), alike);
      if (alike > MOST_ALIKE) wrong(`${alike} elements have one box`);
    });
  });
export type Seen = z.infer<typeof seenSchema>;
