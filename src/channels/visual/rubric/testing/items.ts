import type { Proposal } from '../sift.js';

/** Items as a good model proposes them, all of one brief, tied to the elements of `ids` in turn. */
export function proposals(ids: readonly string[] = [], count = 10): Proposal[] {
  const asked = [
    'Does the name of the roastery stand out first?',
    'Do the three plans read as one group of equals?',
    'Does the recommended plan draw more attention than its neighbours?',
    'Do the colours suggest coffee and the sea?',
    'Is the eye led from the promise to the plans?',
    'Does the type suit a small craft business?',
    'Is the space between parts used to separate topics?',
    'Do the pictures support what the text promises?',
    'Does the footer stay quieter than everything above it?',
    'Do the plans look so alike that none is recommended?',
    'Would a visitor know within a moment what is sold here?',
    'Do buttons share one look that nothing else has?',
    'Is warmth kept up from the first part to the last?',
    'Do icons belong to one family of drawings?',
    'Are prices easier to find than their conditions?',
    'Does the headline carry the tone of a harbour town?',
    'Is there one clear resting place for the eye in each part?',
    'Does the photography avoid the look of stock pictures?',
  ];
  return asked.slice(0, count).map((text, i) => ({
    name: `Item ${i + 1}`,
    importance: i === 9 ? 'pitfall' : i === 0 ? 'essential' : i < 5 ? 'important' : 'optional',
    target: 'the plans',
    elements: ids.length > 0 ? [ids[i % ids.length]!] : [],
    relation: null,
    text,
  }));
}
