/** An accessibility rule in our words: what is wrong with an element, and what to do. `axe` knows it by its id. */
export interface Rule {
  /** Follows the element's name: "button.close has no name…". */
  wrong: string;
  remedy: string;
}

const noName = (kind: string, remedy: string): Rule => ({
  wrong: `has no name: a screen reader says only "${kind}", and voice control can't call it.`,
  remedy,
});
const LABELLED = 'Give it a <label for="…">, or an aria-label where no text can stand.';
const NAMED = 'Give it text, or an aria-label where only an icon can stand.';
const ALT = 'Add alt with what the picture says, or alt="" where it is decoration.';
const ARIA = 'Use the attributes and values that WAI-ARIA 1.2 gives the role, or a native element instead.';

/** By axe-core's rule id; what has no entry here is told in axe's own words. */
export const RULES: Readonly<Record<string, Rule>> = {
  'button-name': noName('button', NAMED),
  'link-name': noName('link', NAMED),
  'input-button-name': noName('button', 'Give it a value.'),
  'summary-name': noName('disclosure', NAMED),
  'aria-command-name': noName('button', NAMED),
  'aria-input-field-name': noName('edit text', LABELLED),
  'aria-toggle-field-name': noName('switch', LABELLED),
  'aria-dialog-name': noName('dialog', 'Point aria-labelledby to its heading.'),
  'image-alt': {
    wrong: 'has no alternative text: whoever does not see it hears its file name.',
    remedy: ALT,
  },
  'input-image-alt': { wrong: 'is a button made of a picture without alternative text.', remedy: ALT },
  'role-img-alt': { wrong: 'is announced as a picture that has no name.', remedy: 'Add an aria-label.' },
  'svg-img-alt': {
    wrong: 'is announced as a picture that has no name.',
    remedy: 'Add a <title> or an aria-label.',
  },
  'area-alt': { wrong: 'is a link on a picture without alternative text.', remedy: ALT },
  'object-alt': {
    wrong: 'has no alternative text.',
    remedy: 'Put text between its tags, or add an aria-label.',
  },
  'frame-title': { wrong: 'has no title that says what is in the frame.', remedy: 'Add a title attribute.' },
  'html-has-lang': {
    wrong: 'names no language: a screen reader pronounces the page by the rules of its own.',
    remedy: 'Write <html lang="en">, with the language of the text.',
  },
  'html-lang-valid': {
    wrong: 'names a language that does not exist.',
    remedy: 'Use a BCP 47 tag such as "en".',
  },
  'valid-lang': { wrong: 'names a language that does not exist.', remedy: 'Use a BCP 47 tag such as "en".' },
  'document-title': {
    wrong: 'has no title: its tab and its bookmark are without a name.',
    remedy: 'Add a <title>.',
  },
  'meta-viewport': {
    wrong: 'forbids to enlarge the page, which people with weak eyes need.',
    remedy: 'Remove user-scalable=no and maximum-scale from the viewport meta element.',
  },
  'meta-refresh': {
    wrong: 'reloads or leaves the page after a time, while somebody may still be reading.',
    remedy: 'Let people reload the page themselves.',
  },
  'landmark-no-duplicate-main': { wrong: 'is a second main part.', remedy: 'Keep one <main> on the page.' },
  'empty-heading': { wrong: 'is a heading without text.', remedy: 'Give it text or remove it.' },
  'empty-table-header': {
    wrong: 'is a header cell without text.',
    remedy: 'Give it text, or make it a <td> when it heads nothing.',
  },
  list: {
    wrong: 'holds something else than list items, so that nobody is told how many there are.',
    remedy: 'Put only <li> into <ul> and <ol>.',
  },
  listitem: { wrong: 'is a list item outside of a list.', remedy: 'Put <li> into <ul> or <ol>.' },
  'definition-list': {
    wrong: 'holds something else than terms and their descriptions.',
    remedy: 'Put only <dt>, <dd> and <div> into <dl>.',
  },
  dlitem: { wrong: 'is a term or a description outside of a <dl>.', remedy: 'Put <dt> and <dd> into <dl>.' },
  'td-headers-attr': {
    wrong: 'names header cells that its table does not have.',
    remedy: 'Correct the headers attribute.',
  },
  'th-has-data-cells': { wrong: 'heads no cell.', remedy: 'Give it a scope, or make it a <td>.' },
  'scope-attr-valid': {
    wrong: 'has a scope that does not exist or does not fit.',
    remedy: 'Use scope="col" or scope="row" on <th>.',
  },
  'aria-valid-attr': { wrong: 'has an ARIA attribute that does not exist.', remedy: ARIA },
  'aria-valid-attr-value': {
    wrong: 'has an ARIA attribute with a value that does not fit, or that names no element.',
    remedy: ARIA,
  },
  'aria-roles': { wrong: 'has a role that does not exist.', remedy: ARIA },
  'aria-required-attr': { wrong: 'lacks an attribute without which its role says nothing.', remedy: ARIA },
  'aria-required-children': { wrong: 'lacks the parts that its role promises.', remedy: ARIA },
  'aria-required-parent': { wrong: 'has a role that means nothing outside of its container.', remedy: ARIA },
  'aria-prohibited-attr': { wrong: 'has an ARIA attribute that its role does not allow.', remedy: ARIA },
  'aria-allowed-attr': { wrong: 'has an ARIA attribute that its role does not know.', remedy: ARIA },
  'aria-tab-name': noName('tab', NAMED),
  'aria-hidden-body': {
    wrong: 'hides the whole page from screen readers.',
    remedy: 'Remove aria-hidden from <body>.',
  },
  'aria-hidden-focus': {
    wrong: 'is hidden from screen readers, yet the Tab key stops in it at something nobody announces.',
    remedy: 'Remove aria-hidden, or add inert or tabindex="-1" to what is in it.',
  },
  'nested-interactive': {
    wrong: 'is a control with another control in it: screen readers announce one of them only.',
    remedy: 'Put the inner control beside the outer one.',
  },
  tabindex: {
    wrong: 'has a tabindex above 0, and is reached before all the others.',
    remedy: 'Use tabindex="0" and order the elements.',
  },
  'autocomplete-valid': {
    wrong: 'has an autocomplete value that does not exist.',
    remedy: 'Use a value of the HTML standard, such as "email".',
  },
  'no-autoplay-audio': {
    wrong: 'starts to sound by itself and gives no way to stop it.',
    remedy: 'Add controls, or start it muted.',
  },
};
