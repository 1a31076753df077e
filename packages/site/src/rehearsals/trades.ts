/** The text of a landing page for a trade, used if the request has none. Prices are examples, and easy to find. */
export interface Trade {
  matches: RegExp
  /** “a bakery”, for a sentence that needs a kind. */
  kind: string
  paper: string
  ink: string
  accent: string
  onAccent: string
  headline: string
  lead: (name: string, described: string) => string
  boardTitle: string
  board: readonly (readonly [string, string, string])[]
  storyTitle: string
  story: readonly string[]
  hours: readonly (readonly [string, string])[]
  action: string
}

const weekdays = [
  ['Monday', 'Closed'],
  ['Tuesday to Friday', '9:00 – 18:00'],
  ['Saturday', '9:00 – 16:00'],
  ['Sunday', 'Closed'],
] as const

export const trades: readonly Trade[] = [
  {
    matches: /bak(?:ery|er|ing)|bread|pastr|p[aâ]tisserie|cake/i,
    kind: 'a bakery',
    paper: 'light-dark(#fbf5ea, #1d1711)',
    ink: 'light-dark(#2a1c10, #f6ecdd)',
    accent: 'light-dark(#b4541a, #f0a35e)',
    onAccent: 'light-dark(#fff7ea, #2a1607)',
    headline: 'Out of the oven at six. Gone by noon.',
    lead: (name, described) =>
      `${name} is ${described}. We bake what we can sell warm, and when it is gone we wash up and start tomorrow’s dough.`,
    boardTitle: 'On the shelf',
    board: [
      ['Country loaf', 'Half rye, two days in the making', '5.20'],
      ['Morning roll', 'From seven, still warm', '0.90'],
      ['Seeded tin', 'Sunflower, linseed, a little honey', '4.60'],
      ['Butter croissant', 'Twenty-seven layers, counted once', '2.40'],
      ['Apple slice', 'Only while the apples are good', '3.10'],
      ['Yesterday’s bread', 'Half price, twice the toast', '2.60'],
    ],
    storyTitle: 'Three people and one oven',
    story: [
      'The starter is older than the shop. It came in a jar on a train, and has been fed every morning since, birthdays included.',
      'We buy flour from two mills we can name and butter from one farm we can see. That is most of the recipe.',
    ],
    hours: [
      ['Monday', 'Closed'],
      ['Tuesday to Friday', '6:00 – 13:00'],
      ['Saturday', '6:00 – 12:00'],
      ['Sunday', '7:00 – 11:00'],
    ],
    action: 'Order for tomorrow',
  },
  {
    matches: /coffee|caf[eé]|roaster|espresso|tea ?(?:house|room)/i,
    kind: 'a coffee bar',
    paper: 'light-dark(#f4f1ec, #161412)',
    ink: 'light-dark(#1e1712, #f1eae2)',
    accent: 'light-dark(#1f5a4a, #7cc7ae)',
    onAccent: 'light-dark(#f2fbf7, #06231b)',
    headline: 'Sit down. It takes four minutes to do well.',
    lead: (name, described) =>
      `${name} is ${described}. One roast a week, two grinders, nine chairs, and no hurry that we did not bring ourselves.`,
    boardTitle: 'What we pour',
    board: [
      ['Espresso', 'This week’s roast, short', '2.20'],
      ['Filter', 'By the cup, four minutes', '3.40'],
      ['Flat white', 'Two shots, little milk', '3.60'],
      ['Cold brew', 'Sixteen hours, no ice needed', '3.90'],
      ['Black tea', 'A pot, and water again', '3.20'],
      ['Something to eat', 'Whatever came this morning', '3.00'],
    ],
    storyTitle: 'Roasted on Mondays',
    story: [
      'Every Monday the door stays shut and the drum turns. By Tuesday there is one coffee on the bar and its name is on the wall.',
      'When it runs out we roast another. Nobody has to choose between fourteen kinds before they are awake.',
    ],
    hours: [
      ['Monday', 'Roasting'],
      ['Tuesday to Friday', '7:30 – 17:00'],
      ['Saturday', '8:30 – 17:00'],
      ['Sunday', '9:00 – 14:00'],
    ],
    action: 'Find the door',
  },
  {
    matches:
      /carpent|joiner|cabinet|furniture|ceramic|potter|wood(?:work|turn)|leather|blacksmith|goldsmith|craft|workshop|upholster/i,
    kind: 'a workshop',
    paper: 'light-dark(#f3f2ed, #151614)',
    ink: 'light-dark(#1d1f1a, #eeefe8)',
    accent: 'light-dark(#2f5141, #9cc9b0)',
    onAccent: 'light-dark(#f3faf5, #0c2116)',
    headline: 'Made once, for the place it will stand.',
    lead: (name, described) =>
      `${name} is ${described}. We measure on site, draw it with you, and make it here, so that the person you ask is the person who made it.`,
    boardTitle: 'From the bench',
    board: [
      ['First visit', 'We measure, you show us the place', '0'],
      ['A small piece', 'A stool, a shelf, a box with a lid', 'from 180'],
      ['A table', 'Solid, oiled, for your room', 'from 1,900'],
      ['Built in', 'Along the wall that is never straight', 'from 3,400'],
      ['A repair', 'We say first whether it is worth it', 'from 60'],
      ['A day at the bench', 'Two people, tools and lunch', '140'],
    ],
    storyTitle: 'Slow where it counts',
    story: [
      'Most of what we make is decided before the first cut: how it is used, what the light does, which way the door opens.',
      'Afterwards it belongs to the house. If something comes loose in ten years, bring it back; we know how it was put together.',
    ],
    hours: [
      ['Monday to Thursday', '7:30 – 16:30'],
      ['Friday', '7:30 – 13:00'],
      ['Saturday', 'By arrangement'],
      ['Sunday', 'Closed'],
    ],
    action: 'Show us the place',
  },
  {
    matches: /restaurant|bistro|trattoria|kitchen|dining|pizz|sushi|wine bar/i,
    kind: 'a restaurant',
    paper: 'light-dark(#f8f4f0, #171210)',
    ink: 'light-dark(#241512, #f5ebe6)',
    accent: 'light-dark(#8c1f2f, #f08a92)',
    onAccent: 'light-dark(#fff3f1, #2b070c)',
    headline: 'Nine dishes tonight. Different ones tomorrow.',
    lead: (name, described) => `${name} is ${described}. We write the menu after the market, not before it.`,
    boardTitle: 'This evening',
    board: [
      ['Bread and cultured butter', 'Until the basket is empty', '4.00'],
      ['Leeks in vinaigrette', 'Hazelnut, egg, mustard', '9.50'],
      ['Trout', 'Buttermilk, dill, new potatoes', '19.00'],
      ['Braised shoulder', 'For two, with everything it was cooked with', '38.00'],
      ['A plate of cheese', 'Three, one of them loud', '11.00'],
      ['Set cream', 'And what the orchard sent', '7.50'],
    ],
    storyTitle: 'A short menu, on purpose',
    story: [
      'Two cooks can do nine things well. So there are nine, and the tenth is water, which is free.',
      'Tell us what you cannot eat when you book. We would rather cook around it than apologise for it.',
    ],
    hours: [
      ['Monday, Tuesday', 'Closed'],
      ['Wednesday to Friday', '18:00 – 23:00'],
      ['Saturday', '12:00 – 23:00'],
      ['Sunday', '12:00 – 16:00'],
    ],
    action: 'Book a table',
  },
  {
    matches: /flor(?:ist|al)|flower|garden|plant|nursery/i,
    kind: 'a flower shop',
    paper: 'light-dark(#f5f7f0, #121610)',
    ink: 'light-dark(#18220f, #ecf3e4)',
    accent: 'light-dark(#b3305f, #f596b8)',
    onAccent: 'light-dark(#fff2f6, #33061a)',
    headline: 'Cut this morning, within ten miles.',
    lead: (name, described) =>
      `${name} is ${described}. In June there is too much of everything; in January there are branches, and they are beautiful.`,
    boardTitle: 'In the buckets',
    board: [
      ['A handful', 'Five stems, tied with string', '8.00'],
      ['A table', 'Low, so that people can see each other', '24.00'],
      ['A doorway', 'Something tall, for arriving', '42.00'],
      ['Every Friday', 'A bunch a week, four weeks', '60.00'],
      ['A wedding', 'We visit the room first', 'from 480'],
      ['A goodbye', 'Call us; we do these ourselves', 'from 70'],
    ],
    storyTitle: 'What grows, when it grows',
    story: [
      'We grow half of what we sell and know the people who grow the rest. Nothing here has been on an aeroplane.',
      'That means you cannot always have peonies. It also means they smell of something when you can.',
    ],
    hours: weekdays,
    action: 'Order a bunch',
  },
  {
    matches: /yoga|gym|fitness|pilates|climb|dance|train(?:er|ing)/i,
    kind: 'a training room',
    paper: 'light-dark(#f3f4f6, #101216)',
    ink: 'light-dark(#12161d, #eef1f6)',
    accent: 'light-dark(#1d4ed8, #8fb4ff)',
    onAccent: 'light-dark(#f3f7ff, #04113a)',
    headline: 'Twelve people, one teacher, no mirrors.',
    lead: (name, described) =>
      `${name} is ${described}. Small groups, plain rooms, and somebody who notices when your shoulder is doing the work of your back.`,
    boardTitle: 'The week',
    board: [
      ['First visit', 'Any class, once', 'free'],
      ['Single class', 'Sixty minutes', '14.00'],
      ['Ten classes', 'Six months to use them', '120.00'],
      ['Every week', 'All classes, one month', '79.00'],
      ['One to one', 'An hour with a plan at the end', '55.00'],
      ['Before work', 'Tuesdays and Thursdays, 6:45', '11.00'],
    ],
    storyTitle: 'Stronger is mostly slower',
    story: [
      'We teach fewer movements than most places, and teach them longer. People are surprised how much that hurts, and how little afterwards.',
      'Bring clothes you can kneel in. We have the rest.',
    ],
    hours: [
      ['Monday to Thursday', '6:30 – 21:00'],
      ['Friday', '6:30 – 18:00'],
      ['Saturday', '9:00 – 13:00'],
      ['Sunday', 'Closed'],
    ],
    action: 'Book the first visit',
  },
  {
    matches:
      /dent(?:ist|al)|clinic|doctor|medical|practice|therap|physio|osteopath|massage|midwi|vet(?:erinary)?\b|law|attorney|notary|account/i,
    kind: 'a practice',
    paper: 'light-dark(#f4f7f7, #0f1516)',
    ink: 'light-dark(#0f2023, #e8f1f2)',
    accent: 'light-dark(#0f6b78, #74cbd8)',
    onAccent: 'light-dark(#effcfe, #04262b)',
    headline: 'We explain first. Then you decide.',
    lead: (name, described) =>
      `${name} is ${described}. Appointments start on time, prices are on this page, and nobody will call you a case.`,
    boardTitle: 'What it costs',
    board: [
      ['First conversation', 'Thirty minutes, nothing to sign', '0'],
      ['Appointment', 'Forty-five minutes', '85.00'],
      ['Follow-up', 'Twenty minutes, by telephone too', '40.00'],
      ['Written opinion', 'Two pages you can understand', '160.00'],
      ['The same day', 'Two places kept free every day', '110.00'],
      ['Home visit', 'Within five miles', '120.00'],
    ],
    storyTitle: 'Plain words, written down',
    story: [
      'After every appointment you get a page with what we found, what we advise and what it will cost. You can show it to anybody.',
      'If we are not the right people, we say so and tell you who is.',
    ],
    hours: [
      ['Monday to Wednesday', '8:00 – 17:00'],
      ['Thursday', '10:00 – 19:00'],
      ['Friday', '8:00 – 13:00'],
      ['Weekend', 'By telephone'],
    ],
    action: 'Ask for an appointment',
  },
  {
    matches: /studio|design|architect|photo|agency|freelanc|illustrat|consult|software|develop/i,
    kind: 'a studio',
    paper: 'light-dark(#f6f6f4, #131313)',
    ink: 'light-dark(#151515, #f3f3f0)',
    accent: 'light-dark(#e0390b, #ff8c66)',
    onAccent: 'light-dark(#fff4ef, #2e0a00)',
    headline: 'Two projects at a time. Yours could be one.',
    lead: (name, described) =>
      `${name} is ${described}. The people you meet are the people who do the work, from the first sketch to the last file.`,
    boardTitle: 'How to begin',
    board: [
      ['A morning', 'You bring the question, we draw', '450'],
      ['A week', 'One thing, finished', '2,900'],
      ['A project', 'Six to ten weeks, fixed price', 'from 14,000'],
      ['A year', 'Two days a month, whatever is needed', '1,600 a month'],
      ['A second opinion', 'On somebody else’s proposal', '280'],
      ['A talk', 'For your team, with questions', '700'],
    ],
    storyTitle: 'Small, so that it stays good',
    story: [
      'We have been asked to grow. Instead we got better at saying when: when we can start, when you will see something, when it is done.',
      'You own everything we make, in files that open without us.',
    ],
    hours: [
      ['Monday to Thursday', '9:00 – 17:30'],
      ['Friday', 'We draw'],
      ['Weekend', 'Closed'],
    ],
    action: 'Tell us about it',
  },
]

/** For any other trade. */
const anyTrade: Trade = {
  matches: /.^/,
  kind: 'a small business',
  paper: 'light-dark(#f5f5f1, #141512)',
  ink: 'light-dark(#1a1c15, #f0f2e9)',
  accent: 'light-dark(#3d5a1e, #b5d88a)',
  onAccent: 'light-dark(#f6fdec, #14210a)',
  headline: 'One thing, done properly.',
  lead: (name, described) =>
    `${name} is ${described}. Ask us anything; the person who answers is the person who does it.`,
  boardTitle: 'What we do',
  board: [
    ['A first look', 'We come by, or you do', '0'],
    ['The usual', 'What most people need, at one price', '60.00'],
    ['The whole thing', 'From start to clean-up', '240.00'],
    ['In a hurry', 'Tomorrow, if at all possible', '90.00'],
    ['Every month', 'So that you need not think of it', '45.00'],
    ['A repair', 'If it can be done, we say what it costs first', 'from 25'],
  ],
  storyTitle: 'How we came to this',
  story: [
    'It began as a favour for a neighbour and became a list, then a calendar, then a door with a sign on it.',
    'We still work as if the neighbour were watching.',
  ],
  hours: weekdays,
  action: 'Get in touch',
}

/** The trade that the request is about. */
export function tradeOf(prompt: string): Trade {
  return trades.find((trade) => trade.matches.test(prompt)) ?? anyTrade
}
