/** Words for small numbers. Those that are also an article ("un", "eine") are left out. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...words(2, 'two three four five six seven eight nine ten eleven twelve'),
  ...words(2, 'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'),
  ...words(2, 'deux trois quatre cinq six sept huit neuf dix onze douze'),
  ...words(2, 'dos tres cuatro cinco seis siete ocho nueve diez once doce'),
  ...words(2, 'due tre quattro cinque sei sette otto nove dieci undici dodici'),
  ...words(2, 'dois três quatro cinco seis sete oito nove dez onze doze'),
  ...words(2, '两 三 四 五 六 七 八 九 十'),
};

function words(from: number, list: string): Record<string, number> {
  return Object.fromEntries(list.split(' ').map((word, i) => [word, from + i]));
}

/** Things that are counted on a page, by their English name: the words for several of them. */
export const COUNTED: Readonly<Record<string, string>> = {
  card: 'cards|karten|cartes|tarjetas|schede|cartões|张卡片|个卡片',
  slide: 'slides|folien|diapositives|diapositivas|张幻灯片|页幻灯片',
  testimonial: 'testimonials|kundenstimmen|témoignages|testimonios|testimonianze|depoimentos|条评价',
  review: 'reviews|bewertungen|avis|reseñas',
  section: 'sections|abschnitte|secciones|sezioni|seções|个部分|个板块',
  column: 'columns?|spalten|colonnes|columnas|colonne|colunas|列',
  row: 'rows|zeilen|lignes|filas|righe|linhas',
  step: 'steps|schritte|étapes|pasos|passaggi|passos|个步骤',
  feature: 'features|funktionen|fonctionnalités|características|个功能',
  plan: 'plans|tiers|packages|tarife|formules|planes|piani|planos|个套餐',
  product: 'products|produkte|produits|productos|prodotti|produtos|个产品',
  photo: 'photos|photographs|fotos|foto',
  image: 'images|pictures|bilder|imágenes|immagini|imagens|张图片',
  button: 'buttons|knöpfe|schaltflächen|boutons|botones|pulsanti|botões|个按钮',
  tab: 'tabs|reiter|onglets|pestañas|个标签页',
  chart: 'charts|graphs|diagramme|graphiques|gráficos|grafici|个图表',
  question: 'questions|fragen|preguntas|domande|perguntas|个问题',
  member: 'members|mitglieder|membres|miembros|membri|名成员',
  post: 'posts|articles|beiträge|artículos|articoli|artigos|篇文章',
  tile: 'tiles|kacheln|tuiles',
  statistic: 'statistics|stats|metrics|kpis|kennzahlen|métricas',
};
