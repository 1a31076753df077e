import { type Trade, tradeOf } from '@atelier/site'
import type { DesignPlan } from '../blueprint/schema.ts'

/** A heading and what stands below it. */
export type Point = readonly [title: string, text: string]

/** The copy of a trade that its landing page has too. */
export type TradeCopy = Pick<
  Trade,
  'kind' | 'headline' | 'lead' | 'boardTitle' | 'board' | 'storyTitle' | 'story' | 'hours' | 'action'
>

type Look = Pick<
  DesignPlan,
  | 'primaryColor'
  | 'secondaryColor'
  | 'accentColor'
  | 'backgroundColor'
  | 'surfaceColor'
  | 'textColor'
  | 'textMutedColor'
  | 'headingFont'
  | 'bodyFont'
  | 'borderRadius'
  | 'mood'
  | 'surfaceTreatment'
  | 'visualStyle'
>

/** What a whole site of a trade says beyond the landing page of that trade, used where the brief says nothing. */
export interface SiteTrade {
  matches: RegExp
  /** A word that names the trade whose landing page has the copy, used where the brief's own word names none. */
  usual: string
  look: Look
  offer: { file: string; menu: string; title: string; lead: string }
  contactMenu: string
  reasonsTitle: string
  reasons: readonly Point[]
  galleryTitle: string
  gallery: readonly Point[]
  stepsTitle: string
  steps: readonly Point[]
  dayTitle: string
  day: readonly Point[]
  valuesTitle: string
  values: readonly Point[]
  questions: readonly Point[]
  arriving: readonly Point[]
  closing: Point
  aboutTitle: string
  contactTitle: string
}

export const siteTrades: readonly SiteTrade[] = [
  {
    matches:
      /bak(?:ery|er|ing)|bread|pastr|p[aâ]tisserie|cakes?\b|coffee|caf[eé]|roaster|espresso|restaurant|bistro|tea room/i,
    usual: 'bakery',
    look: {
      primaryColor: '#a2461a',
      secondaryColor: '#5d6b3a',
      accentColor: '#e3a63f',
      backgroundColor: '#fbf6ec',
      surfaceColor: '#f2e7d3',
      textColor: '#2b1d12',
      textMutedColor: '#6a5745',
      headingFont: 'Fraunces',
      bodyFont: 'Inter',
      borderRadius: '14px',
      mood: 'warm, early morning, flour on the table',
      surfaceTreatment: 'organic',
      visualStyle: 'organic-warm',
    },
    offer: {
      file: 'menu.html',
      menu: 'Menu',
      title: 'Everything on the counter',
      lead: 'The whole list, with prices. What is sold out today is back tomorrow.',
    },
    contactMenu: 'Visit',
    reasonsTitle: 'Good things take the night',
    reasons: [
      ['Time, mostly', 'Dough rests until it is ready. It keeps longer, tastes of more, and is easier to live with.'],
      ['Names behind the flour', 'We know the mill, the dairy and the orchard, and can tell you about each of them.'],
      ['Made for today', 'We make what the street eats in a day. The last hour is quiet, and so are the bins.'],
    ],
    galleryTitle: 'From this morning',
    gallery: [
      ['Dark crust', 'The loaf that people come back for'],
      ['Butter and layers', 'Out at seven, again at nine'],
      ['Something with fruit', 'Whatever is good this week'],
    ],
    stepsTitle: 'How to order ahead',
    steps: [
      ['Tell us the day before', 'By phone or by mail, until four in the afternoon.'],
      ['We put your name on it', 'Your order waits on the shelf behind the counter.'],
      ['Come by when it suits you', 'Pay when you collect. We keep it until we close.'],
    ],
    dayTitle: 'One day in here',
    day: [
      ['3:30', 'Somebody turns on the light and the oven.'],
      ['5:00', 'The first loaves go in, the coffee goes on.'],
      ['Morning', 'The door opens. The rolls are still warm.'],
      ['Afternoon', 'Tomorrow’s dough is mixed and left alone.'],
    ],
    valuesTitle: 'What we hold on to',
    values: [
      ['Few things', 'A short list, so that each thing on it is made properly.'],
      ['Nothing to hide', 'Flour, water, salt, butter. Ask us what is in it and we will say.'],
      ['A place to stay', 'A table by the window, and nobody who wants it back.'],
    ],
    questions: [
      [
        'Can I order for tomorrow?',
        'Yes, until four in the afternoon. For more than ten pieces, please two days ahead.',
      ],
      [
        'What about allergies?',
        'We keep a list of everything that is in everything. Ask at the counter and we go through it together.',
      ],
      ['Do you make cakes to order?', 'Yes. Tell us for how many, for when, and one thing that the person loves.'],
      [
        'What happens with what is left?',
        'It is half price the next morning, and then it goes to people who can use it.',
      ],
    ],
    arriving: [
      ['When is it quiet?', 'After ten on weekdays. On Saturdays the queue is short before eight.'],
      ['Is there somewhere to sit?', 'A few tables inside, and a bench in front when the sun is out.'],
    ],
    closing: ['Tomorrow’s batch is not full yet', 'Tell us what you would like, and we keep it for you.'],
    aboutTitle: 'Up early, on purpose',
    contactTitle: 'Come by, it is warm in here',
  },
  {
    matches:
      /carpent|joiner|cabinet|furniture|ceramic|potter|wood(?:work|turn)|leather|blacksmith|goldsmith|craft|workshop|upholster/i,
    usual: 'workshop',
    look: {
      primaryColor: '#2f5141',
      secondaryColor: '#8a5a33',
      accentColor: '#c98a4b',
      backgroundColor: '#f5f3ee',
      surfaceColor: '#e7e3d8',
      textColor: '#1c1f1a',
      textMutedColor: '#55594f',
      headingFont: 'Source Serif 4',
      bodyFont: 'Source Sans 3',
      borderRadius: '2px',
      mood: 'calm, solid, daylight on a bench',
      surfaceTreatment: 'textured',
      visualStyle: 'editorial-magazine',
    },
    offer: {
      file: 'work.html',
      menu: 'Work',
      title: 'What leaves the workshop',
      lead: 'Pieces, repairs and prices to begin with. Everything is drawn and quoted before anything is cut.',
    },
    contactMenu: 'Contact',
    reasonsTitle: 'Why people come back',
    reasons: [
      ['You see it first', 'A drawing at scale and a sample of the material, before you decide anything.'],
      ['One price, in writing', 'The quote says what it costs and when it is done. It does not move.'],
      ['Made to be mended', 'Joints that can be opened, surfaces that can be renewed. It should outlast us.'],
    ],
    galleryTitle: 'On the bench',
    gallery: [
      ['For a narrow hall', 'Nine drawers, none of them the same width'],
      ['For a long table', 'Eight people, and the children at the end'],
      ['For a window', 'A seat with the whole winter stored under it'],
    ],
    stepsTitle: 'From the first call to the last screw',
    steps: [
      ['We come and measure', 'You show us the place and what should happen there.'],
      ['You get a drawing', 'With a price and a date. Changes are free until you say yes.'],
      ['We make it', 'Usually four to eight weeks. You are welcome to look.'],
      ['We bring it', 'Set up, levelled, swept. The offcuts are yours if you like.'],
    ],
    dayTitle: 'How it came about',
    day: [
      ['First', 'A borrowed bench, and repairs for the neighbours.'],
      ['Then', 'A room with north light, and machines that somebody else had retired.'],
      ['Today', 'A full workshop, a short waiting list, and the same bench.'],
    ],
    valuesTitle: 'What we hold on to',
    values: [
      ['Good material', 'We choose each board and each batch ourselves, and show you before we use it.'],
      ['Honest joints', 'You may look underneath. That is where you can see how it was made.'],
      ['Clear words', 'If something cannot be done well for that money, we say so at the first meeting.'],
    ],
    questions: [
      ['How long does it take?', 'Small pieces two to three weeks, larger ones four to eight. The quote names a date.'],
      ['Do you work from my sketch?', 'Gladly. A photograph, a drawing on a napkin or a sentence is enough to begin.'],
      ['Can you repair what I have?', 'Often. Send a picture; we say whether it is worth it before you bring it.'],
      ['Do you deliver?', 'Yes, and we set it up. The quote lists it, so there is no surprise at the end.'],
    ],
    arriving: [
      ['May I just come by?', 'Please do. Call first if you come far, in case we are out measuring.'],
      ['What should I bring?', 'Rough sizes, a picture of the place, and a piece of what it should go with.'],
    ],
    closing: [
      'A place that needs something?',
      'Send us a picture and a sentence. You get an honest answer, and then a drawing.',
    ],
    aboutTitle: 'The hands behind it',
    contactTitle: 'Tell us about the place',
  },
  {
    matches: /yoga|pilates|gym\b|fitness|physio|osteopath|massage|dentist|dental|doctor|clinic|medical|therap|midwi/i,
    usual: 'practice',
    look: {
      primaryColor: '#1f6a70',
      secondaryColor: '#7a6a9a',
      accentColor: '#e39a7f',
      backgroundColor: '#f6f9f8',
      surfaceColor: '#e3eeec',
      textColor: '#14282b',
      textMutedColor: '#4a6064',
      headingFont: 'Lora',
      bodyFont: 'Nunito Sans',
      borderRadius: '22px',
      mood: 'quiet, light, unhurried',
      surfaceTreatment: 'layered-gradients',
      visualStyle: 'luxury-refined',
    },
    offer: {
      file: 'services.html',
      menu: 'Services',
      title: 'What we do, and what it costs',
      lead: 'Every price stands here. There is nothing else on the bill.',
    },
    contactMenu: 'Contact',
    reasonsTitle: 'You are not in a hurry here',
    reasons: [
      ['Time to begin with', 'The first appointment is long enough to tell the whole story.'],
      ['The same person', 'Whoever starts with you stays with you, and remembers.'],
      ['Something to take home', 'A short plan in plain words, for the days between.'],
    ],
    galleryTitle: 'The rooms',
    gallery: [
      ['Morning light', 'The large room looks to the east'],
      ['A quiet corner', 'Tea before, and after if you like'],
      ['Your own space', 'Doors that close, voices that stay inside'],
    ],
    stepsTitle: 'Your first visit',
    steps: [
      ['Choose a time', 'Call or write. You hear from us within a working day.'],
      ['Tell us what it is about', 'We listen first, then we look, then we explain.'],
      ['Leave with a plan', 'What we suggest, how long it takes and what it costs.'],
    ],
    dayTitle: 'A week with us',
    day: [
      ['Early', 'Quiet hours for people who come before work.'],
      ['Midday', 'Longer appointments, with a pause around them.'],
      ['Evening', 'Late times on some days, because work has its own hours.'],
    ],
    valuesTitle: 'How we work',
    values: [
      ['We explain', 'You know what happens and why, before it happens.'],
      ['We do not sell', 'If you need nothing, we say that, and are glad.'],
      ['We keep learning', 'Every year brings new courses. Some of them change what we do.'],
    ],
    questions: [
      [
        'Do I need a referral?',
        'Not to come and talk. For what an insurance should pay, ask them first what they need.',
      ],
      [
        'What should I wear or bring?',
        'Comfortable clothes, and papers or pictures if there are any. We have the rest.',
      ],
      ['What if I have to cancel?', 'Tell us a day before and it costs nothing. Then somebody else can have the time.'],
      ['Is it for beginners?', 'Yes. Most people who come have not done this before.'],
    ],
    arriving: [
      ['How early should I come?', 'Five minutes are enough. The first time, make it ten.'],
      ['Is there a step at the door?', 'Call us if stairs are hard for you, and we arrange it so that it works.'],
    ],
    closing: ['Shall we find a time?', 'One call or one message. Nobody will ask you to sign anything.'],
    aboutTitle: 'People, first of all',
    contactTitle: 'Find a time that suits you',
  },
  {
    matches:
      /consult|software|develop|agency|engineer|advis[oe]r|data\b|strateg|start-?up|cloud\b|\bapps?\b|\bit\b|saas|designer|design studio/i,
    usual: 'software',
    look: {
      primaryColor: '#3730a3',
      secondaryColor: '#0e7490',
      accentColor: '#f2785c',
      backgroundColor: '#fafafa',
      surfaceColor: '#eeeef4',
      textColor: '#15151f',
      textMutedColor: '#55556a',
      headingFont: 'Space Grotesk',
      bodyFont: 'Inter',
      borderRadius: '6px',
      mood: 'clear, exact, confident',
      surfaceTreatment: 'clean',
      visualStyle: 'tech-minimal',
    },
    offer: {
      file: 'services.html',
      menu: 'Services',
      title: 'Ways to work with us',
      lead: 'Fixed scopes with a price on them. Begin small; most people do.',
    },
    contactMenu: 'Contact',
    reasonsTitle: 'What you can count on',
    reasons: [
      ['Senior people only', 'Whoever is in the first meeting does the work. There is nobody to hand it down to.'],
      ['Something every week', 'Each Friday you see what exists: running, not on a slide.'],
      ['Yours to keep', 'Code, documents and accounts belong to you from the first day.'],
    ],
    galleryTitle: 'Problems that we like',
    gallery: [
      ['The spreadsheet that runs everything', 'Turned into a tool that three people can use at once'],
      ['The system nobody dares to touch', 'Understood, tested, then changed in small steps'],
      ['The idea that needs a first version', 'In front of real users within six weeks'],
    ],
    stepsTitle: 'How a project goes',
    steps: [
      ['A conversation', 'Forty minutes. We ask what would be different afterwards.'],
      ['A page, not a deck', 'What we would do, in which order, at what price.'],
      ['Short rounds', 'Two weeks each. After every one you may stop.'],
      ['A clean handover', 'Your team runs it, and we stay within reach.'],
    ],
    dayTitle: 'How we came to this',
    day: [
      ['First', 'Years inside large projects, and a list of what made them slow.'],
      ['Then', 'A small team without the list.'],
      ['Today', 'Few clients at a time, most of them for the second time.'],
    ],
    valuesTitle: 'What we hold on to',
    values: [
      ['Plain language', 'If it cannot be explained, it is not understood yet.'],
      ['Less of it', 'The best part of a system is often the one that need not be built.'],
      ['Honest numbers', 'An estimate comes with what could make it wrong.'],
    ],
    questions: [
      ['How soon can you start?', 'Small scopes within two weeks. For larger ones we name a date and keep it.'],
      ['Do you work with our team?', 'Yes, that is how it lasts. We pair, write things down and leave tests behind.'],
      ['What if it changes on the way?', 'It will. Each round begins with what is most useful now.'],
      ['Who owns the result?', 'You do: all of it, from the first day.'],
    ],
    arriving: [
      ['What should I send?', 'Three sentences: what hurts, since when, and who feels it.'],
      ['Will you sign an NDA?', 'Yes. Send yours, or use our single page.'],
    ],
    closing: ['Bring us the awkward one', 'Forty minutes, no slides. You leave with a next step, with us or without.'],
    aboutTitle: 'Small, so that it stays good',
    contactTitle: 'Start with a conversation',
  },
]

/** For any other business. */
export const anySiteTrade: SiteTrade = {
  matches: /.^/,
  usual: '',
  look: {
    primaryColor: '#3d5a1e',
    secondaryColor: '#2f5d73',
    accentColor: '#e0a526',
    backgroundColor: '#f8f8f3',
    surfaceColor: '#ebecdf',
    textColor: '#1b1d15',
    textMutedColor: '#56594b',
    headingFont: 'Bricolage Grotesque',
    bodyFont: 'Inter',
    borderRadius: '10px',
    mood: 'plain, friendly, reliable',
    surfaceTreatment: 'clean',
    visualStyle: 'bold-expressive',
  },
  offer: {
    file: 'services.html',
    menu: 'Services',
    title: 'What we do for you',
    lead: 'The list, with prices to begin with. If yours is not on it, ask.',
  },
  contactMenu: 'Contact',
  reasonsTitle: 'What you can count on',
  reasons: [
    ['One person to talk to', 'Whoever answers you is the person who does it.'],
    ['A price beforehand', 'You know what it costs before anything begins.'],
    ['Done when we said', 'And if something comes up, you hear it from us first.'],
  ],
  galleryTitle: 'A few recent days',
  gallery: [
    ['The quick one', 'Asked on Monday, done on Tuesday'],
    ['The long one', 'Six visits, and worth every one of them'],
    ['The odd one', 'Nobody else wanted it. We did'],
  ],
  stepsTitle: 'How it works',
  steps: [
    ['You ask', 'A call or a message with what you need.'],
    ['We answer', 'Within a working day, with a price and a date.'],
    ['It gets done', 'As agreed. You pay when you are content.'],
  ],
  dayTitle: 'How we came to this',
  day: [
    ['First', 'A favour for a neighbour.'],
    ['Then', 'A list, a calendar, and a door with a sign on it.'],
    ['Today', 'The same care, for people all over the neighbourhood.'],
  ],
  valuesTitle: 'What we hold on to',
  values: [
    ['Simple words', 'No small print, and nothing that has to be translated.'],
    ['Close by', 'We live where we work, and meet our customers at the market.'],
    ['Fair to all', 'The same price for everybody who asks.'],
  ],
  questions: [
    ['How soon can you help?', 'Usually within the week. If it is urgent, say so and we look for a way.'],
    ['What does it cost?', 'The list has prices to begin with. You get an exact one before we start.'],
    ['Do you come to us?', 'Yes, within the area. Farther away by arrangement.'],
  ],
  arriving: [
    ['When do you answer?', 'On working days, usually the same day.'],
    ['May I just come by?', 'Yes. Please call first, so we can make time for you.'],
  ],
  closing: ['Is there something we can do?', 'Ask us. The first answer costs nothing.'],
  aboutTitle: 'Who we are',
  contactTitle: 'Get in touch',
}

/** The look of a trade, by the word that names it; of any other business if the word is empty. */
export const lookOf = (usual: string): Look => (siteTrades.find((each) => each.usual === usual) ?? anySiteTrade).look

/** The trade of a brief with its copy: of several the first that is named. */
export function siteTradeOf(brief: string): { trade: SiteTrade; copy: TradeCopy } {
  let first: { trade: SiteTrade; word: string; at: number } | undefined
  for (const trade of siteTrades) {
    const found = trade.matches.exec(brief)
    if (found && (!first || found.index < first.at)) first = { trade, word: found[0], at: found.index }
  }
  const { trade, word } = first ?? { trade: anySiteTrade, word: '' }
  if (trade.usual === '') return { trade, copy: tradeOf(brief) }
  return { trade, copy: tradeOf(tradeOf(word) === tradeOf('') ? trade.usual : word) }
}
