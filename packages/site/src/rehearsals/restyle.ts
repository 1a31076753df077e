import type { Rehearsal } from '@atelier/agent'
import { callOf } from '@atelier/operation'
import { list_documents } from '../operations/reads/listDocuments.ts'
import { read_document } from '../operations/reads/readDocument.ts'
import { applyCss } from '../operations/styles/applyCss.ts'
import { failureOf, readPage, tokensOf } from './page.ts'
import { knowsAll, opensWith } from './words.ts'

const request =
  /^(?:restyle|re-?colou?r|(?:make|turn|change|give|set) (?:it|everything|this|(?:the|my|our|this) (?:whole )?(?:page|site|website|look|colou?rs?|palette|theme|fonts?|type|typeface|style)))(?:[.,:;!?]|$| )/i
/** The script's vocabulary: a palette of its own, a kind of typeface. */
const vocabulary =
  /^(?:restyle|re-?colou?r|make|turn|change|give|set|use|using|it|everything|this|the|my|our|its|an?|whole|page|site|website|look|colou?rs?|palette|theme|scheme|fonts?|type|typeface|typography|style|text|in|into|to|with|and|of|for|on|more|much|bit|little|like|as|feel|dark(?:er)?|light(?:er)?|warm(?:er)?|cool(?:er)?|calm(?:er)?|night|black|green|forest|moss|olive|sage|blue|sea|ocean|navy|sky|red|terracotta|clay|rust|autumn|orange|pink|rose|berry|magenta|purple|violet|plum|lavender|yellow|sun|gold|mustard|mono|monospaced?|minimal|gr[ea]y|neutral|white|plain|typewriter|code|sans|sans-serif|serifs?|modern|clean|swiss|geometric|grotesk|classic|elegant|editorial|book|literary)$/i

interface Palette {
  matches: RegExp
  name: string
  paper: string
  ink: string
  accent: string
  onAccent: string
}

const palettes: readonly Palette[] = [
  {
    matches: /\bdark\b|night|black/i,
    name: 'night',
    paper: '#12141a',
    ink: '#eef0f5',
    accent: '#e8c268',
    onAccent: '#1f1703',
  },
  {
    matches: /green|forest|moss|olive|sage/i,
    name: 'forest',
    paper: 'light-dark(#f2f5ee, #10160f)',
    ink: 'light-dark(#14210f, #e9f2e2)',
    accent: 'light-dark(#2c6b2f, #93d48f)',
    onAccent: 'light-dark(#f2fdf0, #0a2109)',
  },
  {
    matches: /blue|sea|ocean|navy|sky/i,
    name: 'harbour',
    paper: 'light-dark(#f2f5f9, #0e131b)',
    ink: 'light-dark(#0d1b2e, #e7eef8)',
    accent: 'light-dark(#1b4f9c, #8db8f7)',
    onAccent: 'light-dark(#f1f6ff, #061a3a)',
  },
  {
    matches: /red|terracotta|clay|rust|warm|autumn|orange/i,
    name: 'clay',
    paper: 'light-dark(#faf3ee, #1a1311)',
    ink: 'light-dark(#2b1812, #f6e9e2)',
    accent: 'light-dark(#b23a1e, #f39b7e)',
    onAccent: 'light-dark(#fff4ef, #320b02)',
  },
  {
    matches: /pink|rose|berry|magenta/i,
    name: 'rose',
    paper: 'light-dark(#fbf3f5, #191114)',
    ink: 'light-dark(#2b121b, #f7e7ec)',
    accent: 'light-dark(#b01f59, #f594b7)',
    onAccent: 'light-dark(#fff2f6, #35061a)',
  },
  {
    matches: /purple|violet|plum|lavender/i,
    name: 'plum',
    paper: 'light-dark(#f6f3f9, #15111a)',
    ink: 'light-dark(#20142c, #efe7f6)',
    accent: 'light-dark(#6a2fa0, #c9a2ee)',
    onAccent: 'light-dark(#f9f3ff, #1f0836)',
  },
  {
    matches: /yellow|sun|gold|mustard/i,
    name: 'mustard',
    paper: 'light-dark(#fbf7e8, #17150c)',
    ink: 'light-dark(#261f06, #f5efd8)',
    accent: 'light-dark(#7a5b00, #f1cf62)',
    onAccent: 'light-dark(#fffbea, #251b00)',
  },
  {
    matches: /mono|minimal|grey|gray|neutral|white|plain|calm/i,
    name: 'paper',
    paper: 'light-dark(#ffffff, #101010)',
    ink: 'light-dark(#111111, #f4f4f4)',
    accent: 'light-dark(#111111, #f4f4f4)',
    onAccent: 'light-dark(#ffffff, #111111)',
  },
]

const fallback: Palette = palettes[2] as Palette

const faces = [
  {
    matches: /mono(?:space)?\s?(?:type|font)?|typewriter|code/i,
    name: 'monospaced type',
    display: '"JetBrains Mono", ui-monospace, "SF Mono", Menlo, Consolas, monospace',
    text: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  },
  {
    matches: /sans|modern|clean|swiss|geometric|grotesk/i,
    name: 'a plain sans serif',
    display: 'Inter, "Helvetica Neue", Helvetica, Arial, system-ui, sans-serif',
    text: 'Inter, ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, sans-serif',
  },
  {
    matches: /serif|classic|elegant|editorial|book|warm|literary/i,
    name: 'a book serif',
    display: '"EB Garamond", "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif',
    text: 'Charter, "Iowan Old Style", "Palatino Linotype", Georgia, serif',
  },
] as const

/** Changes the colours and the typeface of the page, through its tokens if it has them. */
export const restyle: Rehearsal = {
  id: 'site.restyle',
  title: 'Restyle the page in forest green with a book serif',
  fits: (prompt) => (opensWith(prompt, request) && knowsAll(prompt, vocabulary) ? 4 : 0),
  *play({ prompt }) {
    const [list, read] = yield {
      text: 'I look for the tokens that the page’s colours and type hang on.',
      calls: [callOf(list_documents, {}), callOf(read_document, {})],
    }
    const page = readPage(list, read)
    const tokens = tokensOf(page.css)
    const palette = palettes.find(({ matches }) => matches.test(prompt)) ?? fallback
    const face = faces.find(({ matches }) => matches.test(prompt))
    const hasTokens = tokens.has('--paper') && tokens.has('--ink') && tokens.has('--accent')
    const results = yield {
      text: hasTokens
        ? `The page is built on tokens, so the ${palette.name} palette is a change of values and touches no section.`
        : 'The page has no colour tokens yet; I add them and hang the ground, the text and the links on them.',
      calls: [callOf(applyCss, { css: colours(palette, tokens, hasTokens) })],
    }
    const typed = yield {
      text: face ? `Now the type: ${face.name}.` : 'Headings get a little more air and weight.',
      calls: [
        callOf(applyCss, {
          css: face ? typeface(face, tokens) : 'h1, h2 { letter-spacing: -0.02em; text-wrap: balance; }',
        }),
      ],
    }
    const problem = failureOf([...(results ?? []), ...(typed ?? [])])
    yield {
      text: problem
        ? `Part of it was refused: ${problem}`
        : `Done: the ${palette.name} palette${face ? ` and ${face.name}` : ''}, on every page that uses these tokens. Undo this run to have the old look back.`,
    }
  },
}

function colours(palette: Palette, tokens: ReadonlyMap<string, string>, hasTokens: boolean): string {
  const own: [string, string][] = [
    ['--paper', palette.paper],
    ['--ink', palette.ink],
    ['--accent', palette.accent],
    ['--on-accent', palette.onAccent],
  ]
  if (!hasTokens || tokens.has('--muted')) own.push(['--muted', 'color-mix(in oklab, var(--ink) 68%, var(--paper))'])
  if (!hasTokens || tokens.has('--line')) own.push(['--line', 'color-mix(in oklab, var(--ink) 18%, var(--paper))'])
  if (tokens.has('--sheet'))
    own.push(['--sheet', 'light-dark(#ffffff, color-mix(in oklab, var(--paper) 93%, var(--ink)))'])
  const wood = [...tokens.keys()].filter((name) => name.startsWith('--wood-'))
  for (const [index, name] of wood.entries()) {
    own.push([name, `color-mix(in oklab, var(--accent) ${14 + index * 18}%, var(--paper))`])
  }
  const scheme = palette.paper.startsWith('light-dark') ? 'light dark' : 'dark'
  const root = `:root {\n  color-scheme: ${scheme};\n${own.map(([name, value]) => `  ${name}: ${value};`).join('\n')}\n}`
  return hasTokens
    ? root
    : `${root}\nbody { background: var(--paper); color: var(--ink); }\na { color: var(--accent); }`
}

function typeface(face: (typeof faces)[number], tokens: ReadonlyMap<string, string>): string {
  const own: string[] = []
  if (tokens.has('--serif')) own.push(`  --serif: ${face.display};`)
  if (tokens.has('--display')) own.push(`  --display: ${face.display};`)
  if (tokens.has('--sans')) own.push(`  --sans: ${face.text};`)
  if (own.length > 0) return `:root {\n${own.join('\n')}\n}`
  return `body { font-family: ${face.text}; }\nh1, h2, h3 { font-family: ${face.display}; }`
}
