/** What UTF-8 read as Windows-1252 makes of quotes, dashes and accents, and what a decoder puts for what it can't read. */
export const ERRORS_OF_ENCODING = ['â€™', 'Ã©', 'â€œ', '\uFFFD', 'Ã¼', 'â€“'];

/** Families that every design has a use for, and no design all of them. */
export const FAMILIES = [
  'Georgia',
  '"Courier New"',
  '"Comic Sans MS"',
  'Impact',
  'Cambria',
  '"Times New Roman"',
  'Calibri',
];

export const LOREM =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna ' +
  'aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. ' +
  'Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur.';

/** What a template shows when nobody filled it in. */
export const UNFILLED = [
  '{{ title }}',
  'undefined',
  '[object Object]',
  'Your text here',
  '${item.name}',
  'TODO: write this',
  'NaN',
  '{{price}}',
];

/** Sentences in German, on nothing in particular. */
export const FOREIGN = [
  'Am Morgen lag der Nebel noch über den Feldern, und niemand wusste, wann der nächste Zug kommen würde.',
  'Die alte Brücke wurde im vergangenen Jahr erneuert, weil das Hochwasser zwei ihrer Pfeiler beschädigt hatte.',
  'Wer früh genug aufsteht, findet auf dem Markt frisches Gemüse, Brot aus dem Holzofen und gute Gespräche.',
  'Im Winter schließt die Werkstatt schon um vier, denn dann wird es in dem kleinen Raum zu dunkel zum Arbeiten.',
  'Seit drei Generationen führt die Familie das Geschäft, und noch immer wird jede Uhr von Hand geprüft.',
  'Zwischen den beiden Dörfern liegt ein Wald, durch den nur ein schmaler und im Herbst oft nasser Weg führt.',
];
