/**
 * In which direction a measure of the design graph can be bad. What `both` are can be too much or too little: the fit finds where.
 * Measures that sound pages of another style miss as damaged ones do are left out (`tightShare`, `margins`, `typeHierarchy`: a heading
 * close to its text, grounds from edge to edge, and large first headings are no defects).
 * @type {Record<string, import('../../dist/channels/visual/embedded/curves.js').Side>}
 */
export const SIDES = {
  // Ngo's measures: 1 is best in its sense.
  balance: 'low',
  equilibrium: 'low',
  symmetry: 'low',
  sequence: 'low',
  cohesion: 'low',
  unity: 'low',
  proportion: 'low',
  simplicity: 'low',
  regularity: 'low',
  economy: 'low',
  homogeneity: 'low',
  rhythm: 'low',
  // Edges, gaps and room.
  alignment: 'low',
  sharedEdges: 'low',
  nearMisses: 'high',
  gapRhythm: 'low',
  gapEntropy: 'both',
  evenGaps: 'low',
  alikeSizes: 'low',
  crowding: 'high',
  gapSize: 'low',
  overlap: 'high',
  cut: 'high',
  covered: 'high',
  whitespaceShare: 'both',
  // Type.
  typeSizes: 'high',
  typeScale: 'low',
  headingStep: 'both',
  headingLeast: 'low',
  headingShort: 'high',
  headingLoud: 'high',
  largeShare: 'both',
  largestWrap: 'high',
  fontFamilies: 'high',
  linePitch: 'both',
  lineLength: 'both',
  capitals: 'high',
  tilt: 'high',
  // Colours.
  textColours: 'high',
  grounds: 'high',
  vividGrounds: 'high',
  vividGroundShare: 'high',
  groundHues: 'high',
  textContrast: 'low',
  faintShare: 'high',
  variedShare: 'high',
  pictureContrast: 'low',
  // How much there is.
  things: 'low',
  characters: 'low',
  thingsPerScreen: 'low',
  charactersPerScreen: 'low',
  pictureArea: 'low',
};

/** Measures of the picture that tell faults: votes on sound pages know nothing of them, so the part of the votes is not asked. */
export const FAULTS = new Set([
  'seams',
  'cuts',
  'blocking',
  'impulses',
  'noise',
  'rhythmDown',
  'rhythmAcross',
  'sharpness',
  'sharpnessDown',
  'sharpnessRatio',
  'sharpnessSpread',
]);
