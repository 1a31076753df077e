import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import data from './trades.json' with { type: 'json' }

const Text = Type.String()
const Pair = Type.Tuple([Text, Text])

/** The text of a landing page for a trade, as it is in a JSON file. Prices are examples, and easy to find. */
export const TradeText = Type.Object({
  /** “a bakery”, for a sentence that needs a kind. */
  kind: Text,
  headline: Text,
  /** Follows the sentence that says what the business is. */
  lead: Text,
  boardTitle: Text,
  /** Name, what it is, and its price. */
  board: Type.Array(Type.Tuple([Text, Text, Text])),
  storyTitle: Text,
  story: Type.Array(Text),
  hours: Type.Array(Pair),
  action: Text,
})

const ColouredText = Type.Object({
  ...TradeText.properties,
  paper: Text,
  ink: Text,
  accent: Text,
  onAccent: Text,
})

/** A trade, used if the request has no text of its own. */
export interface Trade extends Omit<Static<typeof ColouredText>, 'lead'> {
  matches: RegExp
  lead: (name: string, described: string) => string
}

function trade(id: keyof typeof data, matches: RegExp): Trade {
  const { lead, ...text } = Value.Parse(ColouredText, data[id])
  return { ...text, matches, lead: (name, described) => `${name} is ${described}. ${lead}` }
}

const trades: readonly Trade[] = [
  trade('bakery', /bak(?:ery|er|ing)|bread|pastr|p[aâ]tisserie|cake/i),
  trade('coffee', /coffee|caf[eé]|roaster|espresso|tea ?(?:house|room)/i),
  trade(
    'craft',
    /carpent|joiner|cabinet|furniture|ceramic|potter|wood(?:work|turn)|leather|blacksmith|goldsmith|craft|workshop|upholster/i,
  ),
  trade('restaurant', /restaurant|bistro|trattoria|kitchen|dining|pizz|sushi|wine bar/i),
  trade('flowers', /flor(?:ist|al)|flower|garden|plant|nursery/i),
  trade('training', /yoga|gym|fitness|pilates|climb|dance|train(?:er|ing)/i),
  trade(
    'practice',
    /dent(?:ist|al)|clinic|doctor|medical|practice|therap|physio|osteopath|massage|midwi|vet(?:erinary)?\b|law|attorney|notary|account/i,
  ),
  trade('studio', /studio|design|architect|photo|agency|freelanc|illustrat|consult|software|develop/i),
]

/** For any other trade. */
const anyTrade = trade('other', /.^/)

/** The trade that the request is about. */
export function tradeOf(prompt: string): Trade {
  return trades.find((trade) => trade.matches.test(prompt)) ?? anyTrade
}
