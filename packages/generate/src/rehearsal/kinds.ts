import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { DesignPlan } from '../blueprint/schema.ts'
import data from './looks.json' with { type: 'json' }

/** A kind of business or office: it decides the pages of its site and what they ask for, and says nothing about it. */
export const SITE_KINDS = [
  'shop',
  'craft',
  'practice',
  'band',
  'authority',
  'counsel',
  'farewell',
  'app',
  'software',
  'other',
] as const
export type SiteKind = (typeof SITE_KINDS)[number]

const of = DesignPlan.properties

const Look = Type.Object({
  primaryColor: of.primaryColor,
  secondaryColor: of.secondaryColor,
  accentColor: of.accentColor,
  backgroundColor: of.backgroundColor,
  surfaceColor: of.surfaceColor,
  textColor: of.textColor,
  textMutedColor: of.textMutedColor,
  headingFont: of.headingFont,
  bodyFont: of.bodyFont,
  borderRadius: of.borderRadius,
  mood: of.mood,
  surfaceTreatment: of.surfaceTreatment,
  visualStyle: of.visualStyle,
})

const looks: Readonly<Record<SiteKind, keyof typeof data>> = {
  shop: 'bakery',
  craft: 'workshop',
  practice: 'practice',
  band: 'stage',
  authority: 'office',
  counsel: 'counsel',
  farewell: 'farewell',
  app: 'software',
  software: 'software',
  other: 'other',
}

/** The colours, fonts and style of a kind. */
export function lookOf(kind: SiteKind): Static<typeof Look> {
  const look: unknown = data[looks[kind]]
  if (!Value.Check(Look, look)) throw new Error(`The look of ${kind} is incomplete`)
  return look
}

/** The words that name a kind, in English and German. The first one in the brief counts. */
const words: readonly (readonly [SiteKind, RegExp])[] = [
  [
    'shop',
    /bak(?:ery|er\b|ing)|bread|pastr|p[aâ]tisserie|cakes?\b|coffee|caf[eé]|roaster|espresso|restaurant|bistro|tea room|\bshop\b|bäck|brot|konditor|torten|kuchen|kaffee|rösterei|gasthaus|gasthof|wirtshaus|hofladen|\bladen\b/i,
  ],
  [
    'craft',
    /carpent|joiner|cabinet|furniture|ceramic|potter|wood(?:work|turn)|leather|blacksmith|goldsmith|craft|workshop|upholster|bicycle|\bbikes?\b|garage\b|mechanic|tischler|schreiner|möbel|keramik|töpfer|zimmer(?:ei|mann)|polster|goldschmied|schmied|leder|handwerk|werkstatt|drechsl|fahrrad|holz/i,
  ],
  [
    'practice',
    /yoga|pilates|gym\b|fitness|physio|osteopath|massage|dentist|dental|doctor|clinic|medical|therap|midwi|zahnarzt|zahnärzt|praxis|arztpraxis|ärzt|klinik|hebamme|heilprakt/i,
  ],
  [
    'band',
    /\bbands?\b|\bpunk\b|musician|singer|orchestra|\bchoir\b|\bdj\b|theat(?:re|er) (?:group|company)|musiker|sänger|orchester|\bchor\b|theatergruppe/i,
  ],
  [
    'authority',
    /utility|utilities|water ?works|municipal|city council|town hall|\bcouncil\b|public (?:works|office|library)|authority|fire brigade|stadtwerke|wasserwerk|wasserversorg|gemeinde|behörde|stadtverwaltung|landratsamt|feuerwehr|bürgeramt|zweckverband/i,
  ],
  [
    'counsel',
    /notar(?:y|ies)|lawyer|law firm|attorney|solicitor|barrister|tax advis|notar\b|notarin|notariat|anwalt|anwält|kanzlei|steuerberat/i,
  ],
  ['farewell', /undertaker|funeral|mortician|crematori|bestatt|beerdigung|trauerbegleit/i],
  ['app', /\bapps?\b|\bsaas\b|plug-?in\b/i],
  [
    'software',
    /consult|software|develop|agency|engineer|advis[oe]r|data\b|strateg|start-?up|cloud\b|designer|design studio|beratung|agentur|entwickl|programmier|ingenieur|daten|designbüro|webdesign|digital/i,
  ],
]

/** The kind that a brief names; `other` if it names none that is known. */
export function siteKindOf(brief: string): SiteKind {
  let first: { kind: SiteKind; at: number } | undefined
  for (const [kind, pattern] of words) {
    const at = pattern.exec(brief)?.index
    if (at !== undefined && (!first || at < first.at)) first = { kind, at }
  }
  return first?.kind ?? 'other'
}
