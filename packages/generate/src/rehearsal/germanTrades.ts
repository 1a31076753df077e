import { TradeText } from '@atelier/site'
import { Value } from 'typebox/value'
import data from './germanTrades.json' with { type: 'json' }
import { lookOf, SiteText, type SiteTrade, type TradeCopy } from './trades.ts'

/** A trade with the copy that fits a word for it. */
interface GermanTrade extends SiteTrade {
  /** The copy of the first word that is in the brief, otherwise of the first. */
  copies: readonly (readonly [matches: RegExp, copy: TradeCopy])[]
}

function copyOf(id: keyof typeof data.copies): TradeCopy {
  const { lead, ...text } = Value.Parse(TradeText, data.copies[id])
  return { ...text, lead: (name, described) => `${name} ist ${described}. ${lead}` }
}

const anyCopy = copyOf('other')

function germanTrade(id: keyof typeof data.trades, matches: RegExp, copies: GermanTrade['copies']): GermanTrade {
  const usual = id === 'other' ? '' : id
  return { ...Value.Parse(SiteText, data.trades[id]), matches, usual, copies, look: lookOf(usual) }
}

const germanTrades: readonly GermanTrade[] = [
  germanTrade(
    'bakery',
    /bäck|brot|konditor|torten|kuchen|kaffee|café|rösterei|restaurant|gasthaus|gasthof|bistro|wirtshaus/i,
    [
      [/bäck|brot|konditor|torten|kuchen/i, copyOf('bakery')],
      [/kaffee|café|rösterei/i, copyOf('cafe')],
      [/restaurant|gasthaus|gasthof|bistro|wirtshaus/i, copyOf('restaurant')],
    ],
  ),
  germanTrade(
    'workshop',
    /tischler|schreiner|möbel|keramik|töpfer|zimmer(?:ei|mann)|polster|goldschmied|schmied|leder|handwerk|werkstatt|drechsl|holz/i,
    [[/./, copyOf('workshop')]],
  ),
  germanTrade(
    'practice',
    /yoga|pilates|fitness|physio|osteopath|massage|zahnarzt|zahnärzt|praxis|arzt|ärzt|klinik|therap|hebamme|heilprakt/i,
    [
      [/yoga|pilates|fitness/i, copyOf('training')],
      [/./, copyOf('practice')],
    ],
  ),
  germanTrade(
    'software',
    /software|beratung|agentur|entwickl|programmier|ingenieur|daten|start-?up|\bit\b|\bapps?\b|designbüro|webdesign|digital/i,
    [[/./, copyOf('software')]],
  ),
]

const anyGermanTrade = germanTrade('other', /.^/, [[/./, anyCopy]])

/** The trade of a German brief with its copy: of several the first that is named. */
export function germanTradeOf(brief: string): { trade: SiteTrade; copy: TradeCopy } {
  let first: { trade: GermanTrade; at: number; word: string } | undefined
  for (const trade of germanTrades) {
    const found = trade.matches.exec(brief)
    if (found && (!first || found.index < first.at)) first = { trade, at: found.index, word: found[0] }
  }
  const { trade, word } = first ?? { trade: anyGermanTrade, word: '-' }
  return { trade, copy: trade.copies.find(([matches]) => matches.test(word))?.[1] ?? anyCopy }
}
