import { type Trade, type TradeText, tradeOf } from '@atelier/site'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { DesignPlan } from '../blueprint/schema.ts'
import data from './trades.json' with { type: 'json' }

const Text = Type.String()

/** A heading and the text below it. */
const Point = Type.Tuple([Text, Text])
export type Point = Static<typeof Point>

/** The copy of a trade that its landing page has too. */
export type TradeCopy = Pick<Trade, keyof Static<typeof TradeText>>

/** A site of a trade beyond its landing page, used where the brief says nothing. */
export const SiteText = Type.Object({
  offer: Type.Object({ file: Text, menu: Text, title: Text, lead: Text }),
  contactMenu: Text,
  reasonsTitle: Text,
  reasons: Type.Array(Point),
  galleryTitle: Text,
  gallery: Type.Array(Point),
  stepsTitle: Text,
  steps: Type.Array(Point),
  dayTitle: Text,
  day: Type.Array(Point),
  valuesTitle: Text,
  values: Type.Array(Point),
  questions: Type.Array(Point),
  arriving: Type.Array(Point),
  closing: Point,
  aboutTitle: Text,
  contactTitle: Text,
})

const Look = Type.Pick(DesignPlan, [
  'primaryColor',
  'secondaryColor',
  'accentColor',
  'backgroundColor',
  'surfaceColor',
  'textColor',
  'textMutedColor',
  'headingFont',
  'bodyFont',
  'borderRadius',
  'mood',
  'surfaceTreatment',
  'visualStyle',
])

export interface SiteTrade extends Static<typeof SiteText> {
  matches: RegExp
  /** A word that names the trade whose landing page has the copy, used if the brief's own word names none. */
  usual: string
  look: Static<typeof Look>
}

const LookedText = Type.Object({ ...SiteText.properties, look: Look })

function siteTrade(id: keyof typeof data, matches: RegExp): SiteTrade {
  return { ...Value.Parse(LookedText, data[id]), matches, usual: id === 'other' ? '' : id }
}

export const siteTrades: readonly SiteTrade[] = [
  siteTrade(
    'bakery',
    /bak(?:ery|er|ing)|bread|pastr|p[aâ]tisserie|cakes?\b|coffee|caf[eé]|roaster|espresso|restaurant|bistro|tea room/i,
  ),
  siteTrade(
    'workshop',
    /carpent|joiner|cabinet|furniture|ceramic|potter|wood(?:work|turn)|leather|blacksmith|goldsmith|craft|workshop|upholster/i,
  ),
  siteTrade(
    'practice',
    /yoga|pilates|gym\b|fitness|physio|osteopath|massage|dentist|dental|doctor|clinic|medical|therap|midwi/i,
  ),
  siteTrade(
    'software',
    /consult|software|develop|agency|engineer|advis[oe]r|data\b|strateg|start-?up|cloud\b|\bapps?\b|\bit\b|saas|designer|design studio/i,
  ),
]

const anySiteTrade = siteTrade('other', /.^/)

/** The look of a trade, by the word that names it; of any other business if the word is empty. */
export const lookOf = (usual: string): SiteTrade['look'] =>
  (siteTrades.find((each) => each.usual === usual) ?? anySiteTrade).look

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
