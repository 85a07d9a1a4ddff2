import type { SectionName } from '../../artifact/facts/sections.js';

/** How a part of a page is told: any one sign is enough. */
export interface Signs {
  /** Tags and ARIA roles of the part itself. */
  tags?: readonly string[];
  /** Words in class names and ids. */
  names?: readonly string[];
  /** Words in headings and links. */
  words?: RegExp;
}

/** Signs of the parts that prompts ask for. Generous on purpose: a part is reported missing only when nothing speaks for it. */
export const SIGNS: Readonly<Record<SectionName, Signs>> = {
  navigation: {
    tags: ['nav', 'navigation', 'menubar'],
    names: ['nav', 'navbar', 'navigation', 'menu', 'topbar'],
  },
  hero: { names: ['hero', 'jumbotron', 'banner', 'masthead', 'intro', 'cover'] },
  sidebar: { tags: ['aside', 'complementary'], names: ['sidebar', 'sidenav', 'side', 'drawer', 'aside'] },
  features: {
    names: ['feature', 'benefit', 'capability'],
    words:
      /feature|benefit|why |what (?:we|you)|how it works|funktion|vorteil|avantage|característica|功能|特点/i,
  },
  pricing: {
    names: ['pricing', 'price', 'plan', 'tier', 'package'],
    words: /pricing|prices|plans?\b|preise|tarif|precios|prezzi|preços|价格|套餐/i,
  },
  testimonials: {
    tags: ['blockquote', 'q'],
    names: ['testimonial', 'review', 'quote', 'feedback'],
    words:
      /testimonial|reviews?|\bsay\b|saying|loved|trusted|stories|stimmen|meinungen|témoignage|avis|opiniones|testimonio|评价/i,
  },
  faq: {
    tags: ['details'],
    names: ['faq', 'accordion', 'question'],
    words: /faq|questions?|fragen|preguntas|domande|perguntas|常见问题/i,
  },
  team: {
    names: ['team', 'member', 'staff', 'people'],
    words: /team|meet |people|founders|über uns|équipe|equipo|团队/i,
  },
  gallery: {
    names: ['gallery', 'masonry', 'lightbox', 'portfolio'],
    words: /gallery|photos|galerie|galería|相册|画廊/i,
  },
  blog: {
    tags: ['article'],
    names: ['blog', 'post', 'article', 'news'],
    words: /blog|latest|articles|news|posts|aktuell|actualités|noticias/i,
  },
  newsletter: {
    names: ['newsletter', 'subscribe', 'signup'],
    words: /newsletter|subscribe|stay |sign up|abonn|suscr/i,
  },
  'contact-form': { names: ['contact'], words: /contact|get in touch|kontakt|contacto|联系/i },
  'login-form': {
    names: ['login', 'signin', 'signup', 'auth', 'register'],
    words: /log ?in|sign ?in|sign ?up|register|anmelden|connexion|iniciar|登录|注册/i,
  },
  search: {
    tags: ['search', 'searchbox'],
    names: ['search'],
    words: /^(?:search|suche|rechercher|buscar|搜索)/i,
  },
  table: { tags: ['table', 'grid', 'treegrid'], names: ['table', 'datagrid'] },
  chart: { tags: ['canvas'], names: ['chart', 'graph', 'plot', 'diagram'] },
  map: {
    tags: ['iframe', 'canvas'],
    names: ['map', 'leaflet', 'mapbox'],
    words: /\bmap\b|karte|carte|mapa|地图/i,
  },
  timeline: {
    names: ['timeline', 'history', 'milestone'],
    words: /timeline|history|milestones|zeitleiste|chronolog|时间线/i,
  },
  calendar: {
    names: ['calendar', 'datepicker', 'month'],
    words: /calendar|kalender|calendrier|calendario|日历/i,
  },
  leaderboard: {
    names: ['leaderboard', 'ranking', 'rank', 'score', 'standings'],
    words: /leader ?board|ranking|top \d|high ?scores|standings|rangliste|排行/i,
  },
  footer: { tags: ['footer', 'contentinfo'], names: ['footer'] },
};
