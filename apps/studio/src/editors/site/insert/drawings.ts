/** One rectangle of a drawing: its kind, then left, top, width and height in a field of 48 by 30. */
export type Shape = readonly [
  kind: 'word' | 'title' | 'picture' | 'button' | 'box',
  x: number,
  y: number,
  width: number,
  height: number,
]

const words = (x: number, y: number, width: number, lines: number): Shape[] =>
  Array.from(
    { length: lines },
    (_, line): Shape => ['word', x, y + line * 3.5, line === lines - 1 && lines > 1 ? width * 0.7 : width, 1.5],
  )

const boxes = (count: number, y: number, height: number): Shape[] => {
  const width = (44 - (count - 1) * 2) / count
  return Array.from({ length: count }, (_, at): Shape => ['box', 2 + at * (width + 2), y, width, height])
}

const items = (mark: number): Shape[] =>
  [7, 14, 21].flatMap((y): Shape[] => [
    ['title', 9, y, mark, 2],
    ['word', 15, y, 24, 2],
  ])

/** The pictures of elements and layouts, by the id of the layout. */
export const drawings: Readonly<Record<string, readonly Shape[]>> = {
  hero: [
    ['title', 3, 6, 18, 4],
    ...words(3, 13, 18, 2),
    ['button', 3, 21, 8, 4],
    ['box', 13, 21, 8, 4],
    ['picture', 26, 4, 19, 22],
  ],
  cards: [
    ...boxes(3, 5, 20),
    ...[4, 19.3, 34.6].flatMap((x): Shape[] => [['title', x, 8, 8, 2], ...words(x, 13, 9, 3)]),
  ],
  quote: [
    ['title', 8, 9, 32, 2.5],
    ['title', 12, 14, 24, 2.5],
    ['word', 18, 21, 12, 1.5],
  ],
  split: [['title', 3, 8, 14, 3], ...words(3, 14, 18, 3), ['picture', 26, 4, 19, 22]],
  call: [
    ['title', 12, 6, 24, 3],
    ['word', 9, 12, 30, 1.5],
    ['button', 18, 18, 12, 5],
  ],
  faq: [['title', 4, 4, 16, 3], ...[10, 17, 24].map((y): Shape => ['box', 4, y, 40, 4.5])],
  figures: [4, 19, 34].flatMap((x): Shape[] => [
    ['title', x, 9, 9, 5],
    ['word', x, 17, 10, 1.5],
  ]),
  gallery: [2, 13.5, 25, 36.5].map((x): Shape => ['picture', x, 8, 9.5, 14]),
  form: [
    ['word', 6, 3, 8, 1.5],
    ['box', 6, 6, 36, 5],
    ['word', 6, 13, 8, 1.5],
    ['box', 6, 16, 36, 5],
    ['button', 6, 23.5, 11, 4.5],
  ],
  nav: [
    ['title', 3, 12, 8, 4],
    ['word', 24, 13, 6, 2],
    ['word', 32, 13, 6, 2],
    ['word', 40, 13, 5, 2],
  ],
  footer: [
    ['word', 2, 10, 44, 0.6],
    ['word', 3, 15, 12, 1.5],
    ['word', 30, 15, 6, 1.5],
    ['word', 39, 15, 6, 1.5],
  ],
  section: [['box', 2, 3, 44, 24], ['title', 7, 9, 16, 3], ...words(7, 15, 30, 2)],
  container: [['box', 9, 4, 30, 22]],
  stack: [6, 13, 20].map((y): Shape => ['box', 10, y, 28, 5]),
  row: boxes(3, 11, 8),
  columns: boxes(2, 5, 20),
  grid: [...boxes(3, 4, 10), ...boxes(3, 16, 10)],
  sidebar: [
    ['box', 2, 4, 12, 22],
    ['box', 16, 4, 30, 22],
  ],
  heading: [['title', 8, 12, 28, 5]],
  title: [
    ['title', 5, 9, 38, 6],
    ['title', 5, 17, 24, 6],
  ],
  subheading: [['title', 10, 13, 22, 3.5]],
  paragraph: words(8, 8, 32, 5),
  link: [
    ['title', 14, 13, 20, 2],
    ['word', 14, 17, 20, 0.8],
  ],
  button: [['button', 13, 10, 22, 10]],
  picture: [['picture', 9, 4, 30, 22]],
  figure: [
    ['picture', 9, 3, 30, 18],
    ['word', 15, 24, 18, 1.5],
  ],
  video: [
    ['picture', 7, 4, 34, 22],
    ['button', 20, 12, 8, 6],
  ],
  list: items(2),
  numbers: items(3),
  item: [
    ['title', 9, 14, 2, 2],
    ['word', 15, 14, 24, 2],
  ],
  blockquote: [['title', 8, 8, 1.5, 14], ...words(13, 9, 26, 4)],
  divider: [['title', 4, 14.5, 40, 1]],
  table: [
    ['box', 5, 5, 38, 20],
    ['title', 5, 5, 38, 5],
    ...[13, 19].flatMap((y) => [...words(8, y, 12, 1), ...words(26, y, 12, 1)]),
  ],
  details: [['box', 6, 8, 36, 6], ['title', 9, 10, 2, 2], ['word', 14, 10.2, 18, 1.5], ...words(9, 18, 28, 2)],
  code: [
    ['box', 5, 5, 38, 20],
    ['title', 9, 10, 12, 1.5],
    ['word', 13, 14, 18, 1.5],
    ['title', 9, 18, 8, 1.5],
  ],
  div: [['box', 8, 6, 32, 18]],
  main: [['box', 4, 3, 40, 24]],
  article: [['box', 7, 3, 34, 24], ['title', 11, 7, 16, 3], ...words(11, 13, 25, 3)],
  input: [
    ['word', 8, 8, 10, 1.5],
    ['box', 8, 12, 32, 8],
  ],
  textarea: [
    ['word', 8, 4, 10, 1.5],
    ['box', 8, 8, 32, 18],
  ],
  select: [
    ['word', 8, 8, 10, 1.5],
    ['box', 8, 12, 32, 8],
    ['title', 34, 15, 3, 2],
  ],
  checkbox: [
    ['box', 9, 12, 6, 6],
    ['word', 19, 14, 20, 2],
  ],
}
