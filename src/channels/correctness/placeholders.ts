import type { Finding, Severity } from '../schema.js';

/** A way of writing "to be filled in". */
export interface Placeholder {
  id: string;
  /** What it is, for the message: "filler text". */
  what: string;
  pattern: RegExp;
  severity: Severity;
  certainty: Finding['certainty'];
  /**
   * When the page rightly shows such text. `topic`: a page about filler text; `syntax`: a page that explains the syntax
   * (it shows it in code, too); `library`: the library that fills it in could not be offered.
   */
  unless?: readonly ('topic' | 'syntax' | 'library')[];
}

/** `\b` is no word boundary beside letters outside ASCII, so these stand in for it. */
const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;
const words = (...alternatives: string[]) => new RegExp(`${START}(?:${alternatives.join('|')})${END}`, 'iu');
/** The text is this and nothing else, but for punctuation and space around it. */
const whole = (...alternatives: string[]) =>
  new RegExp(String.raw`^[\s\p{P}]*(?:${alternatives.join('|')})[\s\p{P}]*$`, 'iu');

const THING =
  '(?:text|title|subtitle|heading|headline|tagline|content|description|logo|image|photo|name|copy|caption)';

/**
 * Placeholder texts, most certain first; the first that matches a text is reported. The phrases are those of filler
 * generators and slide templates in the languages that models write most. Left out because people mean them: "TODO" as
 * the title of a list, "TBA" in a programme, "coming soon", invented people and companies, and labels of forms ("Your
 * name", "Paste your text here").
 */
export const PLACEHOLDERS: readonly Placeholder[] = [
  {
    id: 'lorem-ipsum',
    what: 'filler text',
    pattern: words(
      'lorem[\\s,.]+ipsum',
      'dolor sit amet',
      'consectetu?e?r adipis[ci]{1,2}ng',
      'sed do eiusmod',
      'ut enim ad minim',
      'duis aute irure',
      'excepteur sint occaecat',
      'vestibulum ante ipsum',
      'pellentesque habitant morbi',
      'лорем ипсум',
      'لوريم [إا]يبسوم',
      'لورم ایپسوم',
      'לורם איפסו[םן]',
      '로렘 입숨',
    ),
    severity: 'error',
    certainty: 'certain',
    unless: ['topic'],
  },
  {
    id: 'filler',
    what: 'filler text',
    pattern: words(
      'هذا النص هو مثال لنص يمكن أن يستبدل',
      'هذا (?:ال)?نص تجريبي',
      'טקסט לדוגמ[הא] בלבד',
      'blindtext',
      'this is (?:a )?(?:placeholder|dummy|filler|sample) (?:text|copy|paragraph|content)',
    ),
    severity: 'error',
    certainty: 'likely',
    unless: ['topic'],
  },
  {
    id: 'filler-cjk',
    what: 'filler text',
    pattern:
      /占位(?:文本|文字|内容)|佔位文字|示例(?:文本|文字)|ダミー(?:テキスト|文章)|(?:テキスト|文章)が入ります|더미 텍스트/u,
    severity: 'error',
    certainty: 'likely',
    unless: ['topic'],
  },
  {
    id: 'object',
    what: 'an object printed as text',
    pattern: /\[object (?:Object|Promise|Array|HTML\w*)\]/,
    severity: 'error',
    certainty: 'certain',
    unless: ['syntax'],
  },
  {
    id: 'no-value',
    what: 'a missing value printed as text',
    pattern:
      /^[^\p{L}\p{N}]*(?:undefined|NaN|Invalid Date)[^\p{L}\p{N}]*$|[:=$€£¥#@+]\s{0,9}(?:undefined|NaN)(?=\s{0,9}(?:$|[|,;)·•]))|(?<![\p{L}\p{N}.])(?:undefined|NaN)\s{0,9}(?:%|px|°|\/\s?\d)|Invalid Date$/u,
    severity: 'error',
    certainty: 'likely',
    unless: ['syntax'],
  },
  {
    id: 'template',
    what: 'a template that was not filled in',
    pattern:
      /\{\{\s{0,9}[\p{L}_$#/>&!][^{}]{0,80}\}\}|\{%\s{0,9}\p{L}[^%]{0,80}%\}|<%[=-]?\s{0,9}\p{L}[^%]{0,80}%>|\$\{\s{0,9}[\p{L}_$][^{}]{0,80}\}/u,
    severity: 'error',
    certainty: 'likely',
    unless: ['syntax', 'library'],
  },
  {
    id: 'bracket',
    what: 'a blank to be filled in',
    pattern:
      /\[(?:your|insert|enter|add)\s[^\][]{1,40}\]|\[(?:company|brand|product|client|customer|recipient|sender|first|last|full|team|event|project|city|job)[\s_-](?:name|title)\]|\[(?:اسم|أدخل|ادخل)[^\][]{1,40}\]|\[(?:שם|הכנס)[^\][]{1,40}\]|[[【](?:公司|您的|你的|产品|項目|项目|姓名|请输入|插入)[^\][【】]{0,20}[\]】]/iu,
    severity: 'warning',
    certainty: 'likely',
    unless: ['topic'],
  },
  {
    id: 'your-text-here',
    what: 'an instruction of a template',
    pattern: whole(
      `your ${THING} (?:goes )?here`,
      `(?:insert|add) (?:your )?${THING}(?: here)?`,
      `${THING} goes here`,
      `click to (?:add|edit) ${THING}`,
      '(?:placeholder|sample|dummy) text',
      'image placeholder',
      'your (?:logo|brand)',
      'ihr text hier|hier steht ihr text',
      'votre texte ici',
      'tu texto aquí|su texto aquí',
      'seu texto aqui',
      'il tuo testo qui',
      'ваш текст здесь|здесь будет ваш текст',
      '(?:ضع |اكتب )?(?:نصك|النص|العنوان) هنا|نص تجريبي',
      '(?:הכנס |הוסף )?(?:הטקסט שלך|טקסט|כותרת) כאן|טקסט לדוגמ[הא]',
      '(?:单击|点击|請?點擊|请?在)?(?:此处|此處|这里|這裡)(?:输入|輸入|添加|填写|填寫|是)(?:您的|你的)?(?:标题|標題|文字|文本|内容|內容|副标题|正文)',
      'ここにテキスト(?:を入力|を入れる)?',
      '여기에 (?:텍스트|제목)(?:를|을)? ?입력',
    ),
    severity: 'warning',
    certainty: 'likely',
    unless: ['topic'],
  },
  {
    id: 'todo',
    what: 'a note to finish the work',
    pattern:
      /(?<!\p{L})(?:TODO|FIXME)\s{0,9}[:(\u2013\u2014-]\s*\p{L}|(?<!\p{L})FIXME(?!\p{L})|^\s*TBD\.?\s*$/u,
    severity: 'warning',
    certainty: 'likely',
  },
];
