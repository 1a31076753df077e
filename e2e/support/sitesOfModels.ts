import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hasResults, type Misbehaviour } from '../../apps/server/testing/generations.ts'

const folder = new URL('../fixtures/sites/', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, folder), 'utf8')

/** A four-page site as a model writes it, and how it answers. */
export interface ModelSite {
  name: string
  siteName: string
  language: string
  /** The planned pages, and their HTML as a browser would show it. */
  pages: readonly { file: string; title: string; html: string }[]
  /** The values of Tailwind's configuration, for the side that is shown as written. */
  theme: string
  /** Plays the model through a generation. */
  answer: Misbehaviour
}

interface Facts {
  name: string
  language: string
  pages: string[]
  titles: string[]
  theme?: string
  /** `text` for a model that calls no tool. */
  answers?: 'text'
  /** The names that the model gives to planned files. */
  sentNames?: Record<string, string>
}

export const siteNames: readonly string[] = readdirSync(fileURLToPath(folder)).sort()

/** The site of a folder of `fixtures/sites`. */
export function modelSite(name: string): ModelSite {
  const facts: Facts = JSON.parse(textOf(`${name}/site.json`))
  const sent = new Map(sentFiles(name).map((path) => [path, textOf(`${name}/sent/${path}`)]))
  const pages = facts.pages.map((file, at) => ({
    file,
    title: facts.titles[at] ?? file,
    html: textOf(`${name}/${file}`),
  }))
  const plan = {
    siteName: facts.name,
    language: facts.language,
    pages: pages.map(({ file, title }) => ({
      filename: file,
      title,
      sections: [{ id: 'hero', name: 'Hero', sectionType: 'hero' }],
    })),
    sharedComponents: { navLinks: pages.map(({ file, title }) => ({ label: title, href: file })) },
  }
  return {
    name,
    siteName: facts.name,
    language: facts.language,
    pages,
    theme: facts.theme ?? '',
    answer(request) {
      const { step, file, before } = request
      if (step === 'generate') return [['blueprint', plan]]
      if (step !== 'pages') return 'Each page has it all.'
      const html = pages.find((page) => page.file === file)?.html ?? ''
      if (facts.answers === 'text') return sent.get(file.replace(/html$/, 'txt')) ?? html
      const filename = facts.sentNames?.[file] ?? file
      const isRefused = hasResults(request) && lastResult(request.body).includes('is JSX')
      if (hasResults(request) && !isRefused) return 'Done.'
      const content = before === 0 ? (sent.get(file) ?? html) : html
      return [['writeFile', { filename, content }]]
    },
  }
}

function sentFiles(name: string): string[] {
  return readdirSync(fileURLToPath(new URL(name, folder))).includes('sent')
    ? readdirSync(fileURLToPath(new URL(`${name}/sent`, folder)))
    : []
}

function lastResult(body: string): string {
  const { messages }: { messages: unknown[] } = JSON.parse(body)
  return JSON.stringify(messages.at(-1))
}
