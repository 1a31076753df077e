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

/** A whole page of about so many kilobytes, of which no check has anything to say. */
export function generatedPage(kilobytes: number): string {
  const all = Array.from({ length: Math.round(kilobytes * 4.3) }, (_, i) => section(i, 'words', ''))
  const head = '<title>Home</title>\n<meta name="description" content="All parts of the page">'
  return `<!doctype html>\n<html lang="en">\n<head>\n${head}\n</head>\n<body>\n<main>\n<h1>Parts</h1>\n${all.join('')}</main>\n</body>\n</html>\n`
}
