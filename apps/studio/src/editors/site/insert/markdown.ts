import { Parser } from 'marked'
import { lexMarkdown } from '../../../shell/agent/markdown/parse.ts'

/** Markdown as HTML. HTML in it stays text, as in the agent's answers. */
export const htmlOfMarkdown = (source: string): string => Parser.parse(lexMarkdown(source)).trim()
