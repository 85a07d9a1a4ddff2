/** Parts of a page that prompts ask for by name, and the words that ask for them. */
export const SECTIONS = {
  navigation:
    /\b(?:nav(?:igation)? ?bars?|navbars?|nav(?:igation)? menus?|(?:top|main|site) (?:navigation|menu)|navigationsleiste|barre de navigation|barra de navegación)\b|导航栏/i,
  hero: /\bhero(?: (?:section|banner|image|area|header|block|unit))\b|\bhero-?bereich\b|英雄区/i,
  sidebar:
    /\b(?:side ?bars?|side (?:navigation|panel|menu)|seitenleiste|barre latérale|barra lateral)\b|侧边栏/i,
  features: /\bfeatures? (?:section|grid|list|cards?|overview)\b/i,
  pricing:
    /\bpricing (?:section|table|plans?|cards?|page|tiers?|area)\b|\bpreis(?:tabelle|übersicht)\b|\b(?:sección|tabla) de precios\b|\bsection (?:des )?tarifs\b|价格(?:表|部分)/i,
  testimonials:
    /\b(?:testimonials?|customer (?:reviews|quotes)|kundenstimmen|témoignages|testimonios)\b|客户评价/i,
  faq: /\b(?:FAQs?|frequently asked questions|häufige fragen|foire aux questions|preguntas frecuentes)\b|常见问题/i,
  team: /\b(?:team (?:section|page|members? (?:section|grid|cards?))|meet (?:the|our) team)\b/i,
  gallery:
    /\b(?:(?:photo|image|picture) galler(?:y|ies)|gallery section|bildergalerie|galerie photos?)\b|图片画廊/i,
  blog: /\bblog (?:section|posts|page)\b/i,
  newsletter: /\bnewsletters?\b/i,
  'contact-form':
    /\bcontact (?:form|section)\b|\bkontaktformular\b|\bformulaire de contact\b|\bformulario de contacto\b|联系表单/i,
  'login-form':
    /\b(?:log-?in|sign-?in|sign-?up|registration) (?:form|page|screen)\b|\banmeldeformular\b|登录表单/i,
  search: /\bsearch (?:bar|box|field|input)\b|\bsuch(?:feld|leiste)\b|\bbarre de recherche\b|搜索(?:框|栏)/i,
  table:
    /\b(?:data|comparison|sortable|results?|pricing) tables?\b|\btables? (?:of|with|showing|listing|that lists)\b/i,
  chart:
    /\b(?:bar|line|pie|area|donut|doughnut|radar|scatter|column|bubble) ?(?:charts?|graphs?|plots?)\b|\b(?:balken|linien|kreis|säulen)diagramm\b/i,
  map: /\b(?:(?:interactive|embedded|world|location) map(?! (?:creat|edit|build|mak))|map (?:section|view|showing|of (?!keyword)))/i,
  timeline:
    /\btimeline\b(?! (?:event|tool|mark))|\bzeitleiste\b|\bfrise chronologique\b|\blínea de tiempo\b/i,
  calendar: /\bcalendar (?:view|widget|grid|section)\b/i,
  leaderboard: /\bleader ?boards?\b/i,
  footer: /\bfooters?\b|\bfußzeile\b|\bpied de page\b|\bpie de página\b|页脚/i,
} as const satisfies Record<string, RegExp>;
export type SectionName = keyof typeof SECTIONS;

/** After these words a part is not asked for, or is what something else works on. */
const UNWANTED =
  /\b(?:no|without|omit|skip|remove|delete|hide|avoid|not?|ohne|sans|sin|answer(?:s|ing)?|along)(?: (?:any|an?|the))?\s*$/i;

/** Every part that a prompt asks for, with the words that do. */
export function sectionsIn(prompt: string): { section: SectionName; quote: string }[] {
  return (Object.keys(SECTIONS) as SectionName[]).flatMap((section) => {
    const match = SECTIONS[section].exec(prompt);
    if (!match || UNWANTED.test(prompt.slice(Math.max(0, match.index - 24), match.index))) return [];
    return [{ section, quote: match[0] }];
  });
}

/** The part that a brief's own word means ("FAQ", "hero", "contact form"); null for one that is not in the list. */
export function sectionNamed(words: string): SectionName | null {
  const name = words.trim().toLowerCase().replace(/\s+/g, '-');
  if (name in SECTIONS) return name as SectionName;
  return sectionsIn(`${words} section`)[0]?.section ?? sectionsIn(words)[0]?.section ?? null;
}
