import type { Kind, Language } from '../../artifact/schema.js';
import type { Severity } from '../schema.js';

/** One HTMLHint rule: whether it is used, and why. */
export interface LintRule {
  rule: string;
  on: boolean;
  reason: string;
  severity?: Severity;
  /** Languages the rule is used for; HTML alone when absent. */
  languages?: readonly Language[];
  /** Kinds the rule is not used for. */
  except?: readonly Kind[];
  suggestion?: string;
}

/**
 * The rule set, with the reason for each rule that is used and for each that is left out. A rule is used when what it
 * finds is a defect in every valid style of writing HTML; style itself (quotes, order, case, where scripts stand) is not
 * judged, or a policy would be paid for looking like one house's code. HTMLHint's default set flags every page of 138 real
 * ones (quotes, inline style); this one stays silent on pages that conform to the HTML standard.
 */
export const LINT_RULES: readonly LintRule[] = [
  {
    rule: 'tag-pair',
    on: true,
    severity: 'warning',
    languages: ['html', 'svg'],
    reason:
      'A missing or stray end tag makes the browser build another tree than the code says: the usual cause of a layout that falls apart half-way. End tags that the standard lets an author omit (</li>, </p>, </td>...) are not counted.',
    suggestion: 'Close the element, or remove the stray end tag.',
  },
  {
    rule: 'attr-no-duplication',
    on: true,
    severity: 'warning',
    languages: ['html', 'svg'],
    reason: 'The second attribute of a name is silently dropped: a class or style that never applies.',
    suggestion: 'Merge the two attributes into one.',
  },
  {
    rule: 'tagname-specialchars',
    on: true,
    severity: 'warning',
    reason: 'A name such as <div,> makes an unknown element without any of the style that was meant.',
    suggestion: 'Correct the tag name.',
  },
  {
    rule: 'id-unique',
    on: true,
    severity: 'warning',
    languages: ['html', 'svg'],
    reason:
      'Labels, anchors, scripts and SVG references (gradients, clips) reach only the first element of an id.',
    suggestion: 'Give each element its own id, or use a class.',
  },
  {
    rule: 'src-not-empty',
    on: true,
    severity: 'warning',
    reason: 'An empty src or href loads nothing: an image, script or stylesheet was forgotten.',
    suggestion: 'Name the resource, or remove the element.',
  },
  {
    rule: 'alt-require',
    on: true,
    severity: 'advisory',
    reason:
      'An image without alt is silence to a screen reader (WCAG 2.2, 1.1.1); alt="" is right for decoration.',
    suggestion: 'Add alt text that says what the image tells, or alt="" when it is decoration.',
  },
  {
    rule: 'frame-title-require',
    on: true,
    severity: 'advisory',
    reason: 'A frame without title cannot be told from others without seeing it (WCAG 2.2, 4.1.2).',
    suggestion: 'Add a title to the frame.',
  },
  {
    rule: 'html-lang-require',
    on: true,
    severity: 'advisory',
    reason:
      'The language decides speech, hyphenation, quotes and the choice of CJK glyphs (WCAG 2.2, 3.1.1).',
    suggestion: 'Add lang to the html element, and dir="rtl" for Arabic or Hebrew.',
  },
  {
    rule: 'title-require',
    on: true,
    severity: 'advisory',
    reason: 'The title names the tab, the bookmark and the search result (WCAG 2.2, 2.4.2).',
    suggestion: 'Add a title to the head.',
  },
  {
    rule: 'meta-viewport-require',
    on: true,
    severity: 'advisory',
    except: ['slide', 'poster', 'chart'],
    reason:
      'Without it a phone lays the page out 980 px wide and shrinks it to be unreadable. A fixed canvas is never shown so.',
    suggestion: 'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
  },
  {
    rule: 'tag-no-obsolete',
    on: true,
    severity: 'advisory',
    reason: 'font, center, marquee and the like are obsolete (HTML standard, 16.2); CSS does their work.',
    suggestion: 'Use CSS instead of the obsolete element.',
  },

  {
    rule: 'spec-char-escape',
    on: false,
    reason:
      'Fires on a bare > in text, which is valid HTML ("a -> b", code samples, placeholders): every hit on model-written pages here was valid. A lost quote, its other trigger, is found by the parse check at its own place.',
  },
  {
    rule: 'attr-lowercase',
    on: false,
    reason: 'SVG attributes are camel case: viewBox, preserveAspectRatio, gradientUnits.',
  },
  { rule: 'tagname-lowercase', on: false, reason: 'SVG: linearGradient, clipPath, foreignObject.' },
  {
    rule: 'attr-unsafe-chars',
    on: false,
    reason:
      'Calls the zero-width non-joiner and the direction marks unsafe, which Persian, Arabic and Hebrew text needs.',
  },
  {
    rule: 'doctype-first',
    on: false,
    reason: 'The parse check says it (missing-doctype), and knows that comments may stand before it.',
  },
  {
    rule: 'doctype-html5',
    on: false,
    reason: 'The parse check says it (non-conforming-doctype); old doctypes with standards mode do no harm.',
  },
  {
    rule: 'meta-charset-require',
    on: false,
    reason:
      'Does not know <meta http-equiv="content-type">, and a wrong charset shows as broken text anyway.',
  },
  {
    rule: 'empty-tag-not-self-closed',
    on: false,
    reason: '<br/> is valid HTML; 38 of 38 generated slides write so.',
  },
  { rule: 'tag-self-close', on: false, reason: 'The opposite house style: <br> is valid too.' },
  {
    rule: 'attr-value-double-quotes',
    on: false,
    reason: 'Single and no quotes are valid, and right when the value holds a double quote.',
  },
  { rule: 'attr-value-single-quotes', on: false, reason: 'House style.' },
  { rule: 'attr-value-not-empty', on: false, reason: 'alt="", value="" and boolean attributes are right.' },
  {
    rule: 'attr-value-no-duplication',
    on: false,
    reason: 'A class named twice does nothing; a path or points value rightly repeats numbers.',
  },
  { rule: 'attr-whitespace', on: false, reason: 'Space around a class list or a path does nothing.' },
  { rule: 'attr-no-unnecessary-whitespace', on: false, reason: 'House style.' },
  { rule: 'attr-sorted', on: false, reason: 'House style.' },
  {
    rule: 'inline-style-disabled',
    on: false,
    reason: 'A self-contained artifact may style in place; it looks the same.',
  },
  { rule: 'inline-script-disabled', on: false, reason: 'A self-contained artifact has handlers in place.' },
  { rule: 'style-disabled', on: false, reason: 'A single-file artifact must hold its style.' },
  { rule: 'script-disabled', on: false, reason: 'Artifacts are interactive.' },
  { rule: 'head-script-disabled', on: false, reason: 'About loading speed, which is not judged here.' },
  {
    rule: 'input-requires-label',
    on: false,
    reason: 'Does not know aria-label, aria-labelledby, wrapping labels or labels added by script.',
  },
  {
    rule: 'button-type-require',
    on: false,
    reason: 'Matters only inside a form; the default is right for most buttons there.',
  },
  { rule: 'form-method-require', on: false, reason: 'Forms of artifacts are handled by script.' },
  { rule: 'h1-require', on: false, reason: 'A component, slide or chart has no h1.' },
  { rule: 'main-require', on: false, reason: 'Good practice for sites, meaningless for the other kinds.' },
  { rule: 'meta-description-require', on: false, reason: 'For search engines; an artifact is not indexed.' },
  {
    rule: 'link-rel-canonical-require',
    on: false,
    reason: 'For search engines; an artifact has no address.',
  },
  { rule: 'id-class-ad-disabled', on: false, reason: 'About ad blockers.' },
  { rule: 'id-class-value', on: false, reason: 'House style.' },
  { rule: 'href-abs-or-rel', on: false, reason: 'House style.' },
  { rule: 'space-tab-mixed-disabled', on: false, reason: 'House style.' },
  { rule: 'tags-check', on: false, reason: 'A frame for rules of a house; it holds none of its own.' },
];
