import MarkdownIt from 'markdown-it'

/** HTML of a text stays as it is here: the site refuses of it what it refuses of all HTML. */
const reader = new MarkdownIt({ html: true })

/** CommonMark with tables and strikethrough as HTML that is not cleaned. */
export const markdownToHtml = (text: string): string => reader.render(text)
