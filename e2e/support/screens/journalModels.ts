/** The models of the journal of a small workshop, and what is written in them before anybody looks. */
export const locales = ['en', 'tr', 'de'] as const

const collection = { kind: 'collection', domain: 'journal', i18n: true } as const

export const author = {
  ...collection,
  id: 'author',
  name: 'Authors',
  i18n: false,
  title_field: 'name',
  fields: {
    name: { type: 'string', required: true, max: 120, order: 0 },
    role: { type: 'string', max: 120, order: 1 },
    about: { type: 'text', order: 2 },
    photo: { type: 'image', accept: 'image/*', order: 3 },
    email: { type: 'email', order: 4 },
  },
}

export const topic = {
  ...collection,
  id: 'topic',
  name: 'Topics',
  title_field: 'name',
  fields: {
    name: { type: 'string', required: true, order: 0 },
    about: { type: 'text', order: 1 },
  },
}

export const post = {
  ...collection,
  id: 'post',
  name: 'Posts',
  title_field: 'title',
  description: 'News and articles, each with a page of its own.',
  fields: {
    title: { type: 'string', required: true, max: 160, order: 0 },
    slug: { type: 'slug', required: true, order: 1 },
    summary: { type: 'text', max: 320, description: 'Shown in lists and by search engines.', order: 2 },
    cover: { type: 'image', accept: 'image/*', order: 3 },
    body: { type: 'richtext', order: 4 },
    author: { type: 'relation', model: 'author', required: true, order: 5 },
    topics: { type: 'relations', model: 'topic', order: 6 },
    date: { type: 'date', order: 7 },
    minutes: { type: 'integer', min: 1, label: 'Minutes to read', order: 8 },
  },
}

export const part = {
  ...collection,
  id: 'part',
  name: 'Parts',
  domain: 'shop',
  title_field: 'name',
  description: 'What a chair is made of, with its price.',
  fields: {
    name: { type: 'string', required: true, max: 160, order: 0 },
    number: { type: 'string', max: 60, unique: true, label: 'Article number', order: 1 },
    price: { type: 'string', order: 2 },
    wood: { type: 'select', options: ['Ash', 'Oak', 'Elm'], order: 3 },
    care: { type: 'markdown', order: 4 },
  },
}

export const question = {
  ...collection,
  id: 'question',
  name: 'Questions',
  domain: 'shop',
  i18n: false,
  title_field: 'name',
  description: 'What visitors ask by the form of the contact page.',
  fields: {
    name: { type: 'string', required: true, max: 80, order: 0 },
    email: { type: 'email', order: 1 },
    question: { type: 'text', required: true, order: 2 },
    answer: { type: 'markdown', order: 3 },
  },
}

export const wording = { id: 'wording', name: 'Wording', kind: 'dictionary', domain: 'site', i18n: true }

export const models = [author, topic, post, part, question, wording]

export const authors = {
  'ann-oduya': {
    name: 'Ann Oduya',
    role: 'Chair maker',
    about: 'Learned to turn legs from her uncle, and has made every crest since 2014.',
    email: 'ann@tenon.example',
  },
  'bo-lindqvist': { name: 'Bo Lindqvist', role: 'Timber buyer', about: 'Reads a log before it is sawn.' },
  'mira-aydin': { name: 'Mira Aydın', role: 'Writes the journal', email: 'mira@tenon.example' },
  'tom-hale': { name: 'Tom Hale', role: 'Apprentice' },
}

export const topics = {
  workshop: { name: 'Workshop', about: 'How things are made here.' },
  timber: { name: 'Timber', about: 'Where the wood comes from.' },
  repair: { name: 'Repair', about: 'What breaks, and how it is mended.' },
  people: { name: 'People' },
}

const body =
  '<p>A kitchen chair is asked to do more than any other chair in the house. It is dragged, tipped back, stood on and left in the sun.</p>\n<h2>Seven parts, none of them glued for good</h2>\n<p>Every joint is <strong>draw-bored</strong>: the hole in the tenon sits a hair closer to the shoulder than the hole in the rail, so the peg pulls both together. It holds without glue, and it <a href="/workshop/">comes apart</a> when you need it to.</p>\n<ul><li>Split the billet, never saw it.</li><li>Dry the rungs, leave the legs a little wet.</li><li>Let the season do the clamping.</li></ul>\n<blockquote><p>A joint that cannot be opened has not been finished, only ended.</p></blockquote>\n<table class="sizes"><tr><th>Part</th><th>Ash</th></tr><tr><td>Front leg</td><td>38 mm</td></tr></table>\n<p>Next month we open the first chair that came back to us, eleven years old, with one new rail.</p>'

const short = (text: string) => `<p>${text}</p>`

interface Post {
  title: string
  slug: string
  [field: string]: unknown
}

const write = (title: string, slug: string, author: string, date: string, rest: object): Post => ({
  title,
  slug,
  author,
  date,
  ...rest,
})

export const posts: Readonly<Record<string, Post>> = {
  'why-the-joints-stay-open': write('Why the joints stay open', 'why-the-joints-stay-open', 'ann-oduya', '2026-11-12', {
    summary: 'A chair that comes apart can be mended at your own table. How a draw-bored joint holds without glue.',
    topics: ['workshop', 'repair'],
    minutes: 6,
    body,
  }),
  'an-ash-falls-in-hexham': write('An ash falls in Hexham', 'an-ash-falls-in-hexham', 'bo-lindqvist', '2026-11-03', {
    summary: 'Two hundred chairs stood in one tree for ninety years. The day it came down.',
    topics: ['timber'],
    minutes: 8,
    body: short('The forester rang at six.'),
  }),
  'what-a-rail-costs': write('What a rail costs', 'what-a-rail-costs', 'mira-aydin', '2026-10-21', {
    summary: 'Every part has a price of its own. This is how we arrive at it.',
    topics: ['workshop'],
    minutes: 4,
    body: short('Twenty-nine pounds, and most of it is waiting.'),
  }),
  'a-year-with-a-shave-horse': write(
    'A year with a shave horse',
    'a-year-with-a-shave-horse',
    'tom-hale',
    '2026-10-09',
    {
      summary: 'Notes of an apprentice, mostly about knees.',
      topics: ['people', 'workshop'],
      minutes: 5,
      body: short('The first week I thought it was broken.'),
    },
  ),
  'oil-soap-and-nothing-else': write(
    'Oil, soap and nothing else',
    'oil-soap-and-nothing-else',
    'ann-oduya',
    '2026-09-28',
    {
      summary: 'How to look after a chair for thirty years.',
      topics: ['repair'],
      minutes: 3,
      body: short('Twice a year is plenty.'),
    },
  ),
  'chair-no-212-comes-home': write('Chair No. 212 comes home', 'chair-no-212-comes-home', 'mira-aydin', '2026-09-14', {
    summary: 'Eleven years, three houses, two children and one new slat.',
    topics: ['repair', 'people'],
    minutes: 7,
    body: short('It arrived in a blanket.'),
  }),
  'steam-and-patience': write('Steam and patience', 'steam-and-patience', 'tom-hale', '2026-08-30', {
    summary: 'An hour for every inch, and forty seconds to bend it.',
    topics: ['workshop'],
    minutes: 5,
    body: short('You get one try.'),
  }),
  'the-friday-visitors': write('The Friday visitors', 'the-friday-visitors', 'mira-aydin', '2026-08-12', {
    summary: 'Between ten and four the door stands open.',
    topics: ['people'],
    minutes: 4,
    body: short('Somebody always asks about the dog.'),
  }),
  'drying-rungs-in-winter': write('Drying rungs in winter', 'drying-rungs-in-winter', 'bo-lindqvist', '2026-12-08', {
    summary: 'Why the stove in the drying room never goes out.',
    topics: ['timber', 'workshop'],
    minutes: 4,
    body: short('Eight per cent, and not a hair above.'),
  }),
  'a-bench-for-the-station': write('A bench for the station', 'a-bench-for-the-station', 'ann-oduya', '2026-12-18', {
    summary: 'Our first seat for more than one person.',
    topics: ['people'],
    body: short('The station master wanted eleven feet.'),
  }),
  'tools-we-stopped-using': write('Tools we stopped using', 'tools-we-stopped-using', 'tom-hale', '2026-11-20', {
    topics: ['workshop'],
    body: short('The belt sander went first.'),
  }),
}

export const turkish = {
  'why-the-joints-stay-open': {
    title: 'Birleşimler neden açık kalır',
    slug: 'why-the-joints-stay-open',
    summary: 'Sökülebilen bir sandalye kendi masanızda onarılır.',
    author: 'ann-oduya',
    body: '<p>Mutfak sandalyesinden evdeki her sandalyeden çok şey beklenir. Sürüklenir, geriye yatırılır, üstüne çıkılır.</p>\n<h2>Yedi parça, hiçbiri kalıcı tutkallı değil</h2>\n<p>Her birleşim <strong>kavelalıdır</strong>.</p>',
  },
  'an-ash-falls-in-hexham': {
    title: 'Hexham’da bir dişbudak devrildi',
    slug: 'an-ash-falls-in-hexham',
    summary: 'Bir ağaçta doksan yıl duran iki yüz sandalye.',
    author: 'bo-lindqvist',
  },
  'what-a-rail-costs': { title: 'Bir kayıt kaça mal olur', slug: 'what-a-rail-costs', author: 'mira-aydin' },
}

export const german = {
  'why-the-joints-stay-open': {
    title: 'Warum die Verbindungen offen bleiben',
    slug: 'why-the-joints-stay-open',
    summary: 'Ein Stuhl, der sich zerlegen lässt, wird am eigenen Tisch repariert.',
    author: 'ann-oduya',
  },
}

export const parts = {
  'front-leg': { name: 'Front leg', number: 'T-101', price: '38', wood: 'Ash', care: 'Oil **twice a year**.' },
  'back-leg': { name: 'Back leg', number: 'T-102', price: '64', wood: 'Ash' },
  seat: { name: 'Seat', number: 'T-103', price: '96', wood: 'Elm' },
  rail: { name: 'Rail', number: 'T-104', price: '29', wood: 'Ash' },
  crest: { name: 'Crest', number: 'T-105', price: 'on request', wood: 'Oak' },
  slat: { name: 'Slat', number: 'T-106', price: '14', wood: 'Ash' },
}

export const words = {
  'menu.chair': ['The chair', 'Sandalye', 'Der Stuhl'],
  'menu.workshop': ['Workshop', 'Atölye', 'Werkstatt'],
  'menu.journal': ['Journal', 'Günlük', 'Journal'],
  'form.send': ['Send', 'Gönder', 'Senden'],
  'form.thanks': ['Thank you. We answer on Fridays.', 'Teşekkürler. Cuma günleri yanıtlarız.', ''],
  'part.inStock': ['Ready to send', 'Gönderime hazır', ''],
} as const

export const terms = {
  'draw-bore': { en: 'draw-bore', tr: 'kavelalı birleşim', de: 'Keilzapfen' },
  rail: { en: 'rail', tr: 'kayıt', de: 'Zarge' },
  crest: { en: 'crest', tr: 'sırt başlığı', de: 'Kopfstück' },
  tenon: { en: 'tenon', tr: 'zıvana', de: 'Zapfen' },
  'shave horse': { en: 'shave horse', tr: 'rende sehpası' },
}

/** What visitors have sent by the form of the contact page. */
export const sent = [
  {
    name: 'Ida Novak',
    email: 'ida@example.com',
    question: 'Can you make the chair two fingers higher for a tall table?',
  },
  {
    name: 'Ben Carter',
    email: 'ben@example.com',
    question: 'My dog has eaten a stretcher. Do you need the old one back?',
  },
  {
    name: 'Cem Arslan',
    email: 'cem@example.com',
    question: 'Do you send single parts to Izmir, and how long does it take?',
  },
]

/** A list of parts as a spreadsheet writes it, with two rows that do not fit. */
export const csv = `name,number,price,wood
Stretcher,T-107,22,Ash
Arm rest,T-108,41,Oak
Seat for children,T-109,58,Elm
,T-110,12,Ash
Rocker,T-111,74,Pine
Foot,T-112,9,Ash
Wedge,T-113,2,Oak
`

/** Texts of the page about the workshop, and their translations. */
export const turkishPage: Readonly<Record<string, string>> = {
  'A small room, a large saw': 'Küçük bir oda, büyük bir testere',
  'Nine days from log to chair': 'Kütükten sandalyeye dokuz gün',
  'Day one': 'Birinci gün',
  'Day two': 'İkinci gün',
  'To day six': 'Altıncı güne kadar',
  'Day nine': 'Dokuzuncu gün',
  'Ash from within thirty miles is split, not sawn, so that every part follows the grain.':
    'Otuz mil içinden gelen dişbudak biçilmez, yarılır; her parça damarı izler.',
  'Who makes it': 'Kimler yapıyor',
}
