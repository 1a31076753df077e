import { isBreak, joinRuns, lineBreak, type Mark, mergeLists, type Run, sameMark, splitWords } from '@atelier/site'

/** A word, a space or a line break of a text, with the runs that it is made of and the atoms that follow it. */
interface Word {
  key: string
  runs: Run[]
}

interface Words {
  /** The runs before the first word. */
  lead: Run[]
  words: Word[]
  /** The white space behind the last word. */
  trail: Run[]
}

const SPACE = ' '
const LINE = '\n'

/**
 * The words of a text as a person reads them: white space is one space, a line break is a newline.
 * @param verbatim whether white space counts as it is, as in `pre`
 */
export function textOfRuns(runs: readonly Run[], verbatim = false): string {
  return wordsOfRuns(runs, verbatim)
    .words.map(({ key }) => key)
    .join('')
}

/**
 * A text with other words. The formatting of words that stay, stays; new words have the formatting of those that they
 * replace, as far as all of these share it. Icons and pictures in the text are kept.
 */
export function reworded(runs: readonly Run[], text: string, verbatim = false): Run[] {
  const { lead, words, trail } = wordsOfRuns(runs, verbatim)
  const place = new Map(words.map((word, index) => [word, index]))
  const merged = mergeLists(
    words,
    newWords(text, verbatim),
    words,
    ({ key }) => key,
    (was) => was,
  ).flatMap((chunk) => (chunk.conflict ? chunk.mine : chunk.items))
  const out: Run[] = [...lead]
  let added: Word[] = []
  let next = 0
  const replaceUntil = (end: number) => {
    const replaced = words.slice(next, end)
    const marks = sharedMarks(replaced.length > 0 ? replaced : neighbouringWords(words, next))
    for (const { key } of added) out.push(key === LINE && !verbatim ? lineBreak(marks) : { text: key, marks })
    out.push(...replaced.flatMap((word) => word.runs.filter((run) => run.atom && !isBreak(run))))
    added = []
  }
  for (const word of merged) {
    const index = place.get(word)
    if (index === undefined) added.push(word)
    else {
      replaceUntil(index)
      out.push(...word.runs)
      next = index + 1
    }
  }
  replaceUntil(words.length)
  return joinRuns([...out, ...trail])
}

function wordsOfRuns(runs: readonly Run[], verbatim: boolean): Words {
  const lead: Run[] = []
  const words: Word[] = []
  const add = (key: string | undefined, run: Run) => {
    const last = words.at(-1)
    const continues = last ? key === SPACE && isGap(last) : key === SPACE || key === LINE
    if (key === undefined || (continues && !verbatim)) {
      if (!last) lead.push(run)
      else last.runs.push(run)
    } else if (key === LINE && !verbatim && last?.key === SPACE) {
      last.key = LINE
      last.runs.push(run)
    } else words.push({ key, runs: [run] })
  }
  for (const run of runs) {
    if (run.atom) add(isBreak(run) ? LINE : undefined, run)
    else for (const word of splitWords(run.text)) add(wordKey(word, verbatim), { text: word, marks: run.marks })
  }
  const trail: Run[] = []
  for (let last = words.at(-1); last && !verbatim && isGap(last); last = words.at(-1)) {
    trail.unshift(...last.runs)
    words.pop()
  }
  return { lead, words, trail }
}

const isGap = ({ key }: Word) => key === SPACE || key === LINE

const wordKey = (word: string, verbatim: boolean) => (!verbatim && /^\s/.test(word) ? SPACE : word)

function newWords(text: string, verbatim: boolean): Word[] {
  const whole = text.replace(/\r\n?/g, LINE)
  const lines = verbatim ? [whole] : whole.trim().split(LINE)
  return lines.flatMap((line, index) => {
    const words = splitWords(verbatim ? line : line.trim()).map(
      (word): Word => ({ key: wordKey(word, verbatim), runs: [] }),
    )
    return index === 0 ? words : [{ key: LINE, runs: [] }, ...words]
  })
}

/** The words on both sides of a place between two words; at an end, all words. */
function neighbouringWords(words: readonly Word[], at: number): readonly Word[] {
  return at > 0 && at < words.length ? words.slice(at - 1, at + 1) : words
}

/** The marks that all runs of these words share, from the outside. */
function sharedMarks(words: readonly Word[]): readonly Mark[] {
  const [first, ...others] = words.flatMap(({ key, runs }) => (key === SPACE && words.length > 1 ? [] : runs))
  let depth = 0
  while (first?.marks[depth] && others.every(({ marks }) => sameMark(marks[depth], first.marks[depth]))) depth += 1
  return first?.marks.slice(0, depth) ?? []
}
