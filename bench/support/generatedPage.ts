/** A section of 8 elements and 16 texts, about 240 characters. */
const section = (i: number, words: string, attributes: string) =>
  `<section${attributes}>
  <h2>Part ${i} of the page</h2>
  <p>Some ${words} about part ${i}, with <a href="https://example.com/${i}">a link</a> and <strong>strong</strong> words.</p>
  <ul>
    <li>One ${i}</li>
    <li>Two ${i}</li>
  </ul>
</section>
`

/** The content of a page in sections with classes. @param words what each of them says, so that two pages differ in all */
export function pageContent(sections: number, words = 'words'): string {
  const all = Array.from({ length: sections }, (_, i) => section(i, words, ` class="band band-${i}"`))
  return `<main>\n${all.join('')}</main>`
}

/** Classes of a section as a model writes them for Tailwind, and as long ones of a site's own. */
const CLASSES = {
  utilities: ' class="mx-auto max-w-4xl px-6 py-12 md:flex gap-8 text-slate-700 bg-white rounded-xl"',
  own: ' class="band band-wide band-quiet band-of-cards band-with-a-line band-rounded band-last"',
} as const

/** A whole page of about so many kilobytes in the classes of Tailwind, or in as many of the site's own. */
export function styledPage(kilobytes: number, classes: keyof typeof CLASSES, words = 'words'): string {
  const count = Math.round(kilobytes * 3.15)
  const all = Array.from({ length: count }, (_, i) => section(i, words, CLASSES[classes]))
  return `<!doctype html><html lang="en"><head><title>Home</title></head><body><main>\n${all.join('')}</main></body></html>`
}

/** A whole page of about so many kilobytes, of which no check has anything to say. */
export function generatedPage(kilobytes: number): string {
  const all = Array.from({ length: Math.round(kilobytes * 4.3) }, (_, i) => section(i, 'words', ''))
  const head = '<title>Home</title>\n<meta name="description" content="All parts of the page">'
  return `<!doctype html>\n<html lang="en">\n<head>\n${head}\n</head>\n<body>\n<main>\n<h1>Parts</h1>\n${all.join('')}</main>\n</body>\n</html>\n`
}
