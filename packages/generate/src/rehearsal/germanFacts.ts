import { type BusinessFacts, capital, mailPattern, phonePattern, pricePattern } from './facts.ts'

/** The most characters of a brief that are read. */
const LONGEST = 2_000
const MOST_OFFERS = 8

const DAYS: Readonly<Record<string, string>> = {
  mo: 'Montag',
  di: 'Dienstag',
  mi: 'Mittwoch',
  do: 'Donnerstag',
  fr: 'Freitag',
  sa: 'Samstag',
  so: 'Sonntag',
}
const day =
  '(?:mo(?:ntags?)?|di(?:enstags?)?|mi(?:ttwochs?)?|do(?:nnerstags?)?|fr(?:eitags?)?|sa(?:mstags?)?|sonnabends?|so(?:nntags?)?)'
const time = String.raw`\d{1,2}(?:[:.]\d{2})?`
const hoursPattern = new RegExp(
  String.raw`(?<!\p{L})(${day}\.?(?:\s?(?:bis|und|[-–])\s?${day})?|täglich|werktags|wochentags|am Wochenende)(?!\p{L})[.:,]?\s(?:von\s)?(${time})(?:\sUhr)?\s?(?:bis|[-–])\s?(${time})`,
  'giu',
)
const addressPattern =
  /(?<!\p{L})(?:(?:Am|An|Im|Zum|Zur|Auf|Alte|Neue|Kleine|Große|Lange|Obere|Untere)\s(?:der\s|dem\s)?\p{Lu}[\p{L}-]{2,30}|\p{Lu}[\p{L}-]{1,30}(?:straße|strasse|str\.|weg|platz|gasse|allee|ring|ufer|damm|markt|hof|berg))\s\d{1,4}\s?[a-z]?(?!\p{L})/u
const word = String.raw`\p{Lu}[\p{L}\d’'&-]{1,30}`
const words = `(${word}(?:\\s(?:&\\s|und\\s)?${word}){0,3})`
const namePatterns = [
  /[„“"«»]([^“”"»«]{2,60})[“”"»«]/u,
  new RegExp(String.raw`(?<!\p{L})(?:heißt|heißen|namens|nennt\ssich|nenne\sich)\s${words}`, 'u'),
  new RegExp(
    String.raw`^(?!(?:Wir|Ich|Die|Der|Das|Ein|Eine|Unser|Unsere|Mein|Meine|Für|Seit|Es|Bei|Website|Webseite)\s)${words}(?:\s(?:ist|sind|macht|backt|bäckt|baut|bietet|verkauft|entwickelt|röstet|repariert|spielt|versorg(?:t|en)|begleite[nt]|beurkundet|zeigt|liefer[nt]|in|aus)(?!\p{L})|\s?[,:–-]\s(?:ein|eine|der|die|das|wir)\s)`,
    'u',
  ),
  new RegExp(
    String.raw`(?<!\p{L})(?:[Mm]ein|[Uu]nser|[Dd]ie|[Dd]as|[Dd]er|[Dd]en)\p{Ll}{0,2}\s(?:\p{Ll}{2,30}\s){0,2}\p{Lu}[\p{L}-]{2,40}\s${words}`,
    'u',
  ),
]
const kindPattern =
  /(?<!\p{L})(eine?\s(?:[\p{Ll}-]{2,30}\s){0,3}\p{Lu}[\p{L}-]{2,40}(?:\sfür\s(?:\p{Ll}{2,30}\s)?\p{Lu}[\p{L}-]{2,40})?)(?=\s(?:in|im|am|an|bei|nahe|aus|mit|namens)\s|[,.]|$)/u
const placePattern =
  /(?<!\p{L})(?:in|aus|bei|nahe)\s(\p{Lu}[\p{L}-]{1,30}(?:\s(?:am|an\sder|im|ob\sder)\s\p{Lu}[\p{L}-]{1,30}|\s\p{Lu}[\p{L}-]{1,30})?)/gu
/** Words after “in” or “aus” that are no place. */
const noPlace =
  /^(?:Hand|Ruhe|Famili|Zukunft|Kürze|Zeit|Form|Absprache|Genera|Bio|Holz|Voll|Teil|Bezug|Gruppen|Einzel|Ihr|Leidenschaft|Liebe|Überzeugung|Tradition|Erfahrung|Metall|Stahl|Ton|Leder|Wolle|Glas|Papier|Stein)/u
const offerPattern =
  /(?<!\p{L})(?:(?:wir|ich)\s(?:backe|biete|verkaufe|mache|baue|fertige|röste|serviere|koche|unterrichte|repariere|behandle|entwickle|gestalte|liefere|beurkunde|beglaubige|berate|organisiere|übernehme|versorge|vermiete|drucke)n?|wir\s(?:behandeln|entwickeln)|gibt\ses)\s(?:auch\s|bei\suns\s)?([^.;!?\n]{3,240})/giu

/** The facts in a German brief. */
export function germanFacts(brief: string): BusinessFacts {
  const text = brief.slice(0, LONGEST).replace(/\s+/g, ' ').trim()
  const kind = kindPattern.exec(text)?.[1] ?? ''
  const mail = mailPattern.exec(text)?.[0] ?? ''
  const place = [...text.matchAll(placePattern)].map(([, found = '']) => found).find((found) => !noPlace.test(found))
  const address = addressPattern.exec(text)?.[0] ?? ''
  const phone = phonePattern.exec(text.replace(mail, ' ').replace(address, ' '))?.[0].trim() ?? ''
  return {
    name: namePatterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined) ?? '',
    place: place?.replace(/\s(?:Tel|Telefon|Mail|Wir|Geöffnet)$/u, '') ?? '',
    kind: /web|seite|homepage|auftritt|plan|idee/i.test(kind) ? '' : kind.charAt(0).toLowerCase() + kind.slice(1),
    phone,
    mail,
    address,
    hours: [...text.matchAll(hoursPattern)].map(([, days = '', from = '', to = '']) => [
      daysOf(days),
      `${from} – ${to} Uhr`,
    ]),
    offers: offersIn(text),
    currency: '',
  }
}

/** `Mo–Fr` as `Montag bis Freitag`. */
function daysOf(text: string): string {
  const [from = '', joint, to] = text.split(/\s?(bis|und|[-–])\s?/u)
  const whole = (name: string) =>
    /sonnabend/i.test(name) ? 'Samstag' : (DAYS[name.slice(0, 2).toLowerCase()] ?? capital(name))
  if (to === undefined) return /^(?:täg|wer|woc|am)/i.test(text) ? capital(text) : whole(from)
  return `${whole(from)} ${joint === 'und' ? 'und' : 'bis'} ${whole(to)}`
}

/** The goods and services: parts of a list behind “wir bieten”, and words in front of a price. */
function offersIn(text: string): BusinessFacts['offers'] {
  const found = new Map<string, string>()
  const lists = [...text.matchAll(offerPattern)].map(([, list = '']) => list)
  const priced = text.split(/[.;!?](?:\s|$)/u).filter((sentence) => pricePattern.test(sentence))
  for (const list of [...lists, ...priced]) {
    for (const part of list.split(/,\s|\sund\s|\s&\s|:\s/u)) {
      const price = pricePattern.exec(part)?.[0].trim() ?? ''
      if (!price && !lists.includes(list)) continue
      const before = price ? part.slice(0, part.indexOf(price)) : part
      const name = before
        .replace(
          /^.{0,80}(?<!\p{L})(?:backen|bieten|verkaufen|machen|bauen|fertigen|rösten|servieren|kochen|reparieren|kostet|kosten|ist|sind|gibt\ses)\s/iu,
          '',
        )
        .replace(/^(?:ein|eine|einen|unser|unsere|auch|vor allem|der|die|das)\s/iu, '')
        .replace(/\s(?:in|im|bei)\s.{0,80}$/u, '')
        .replace(/(?:\s(?:an|für|um|ab|zu|je|nur|à|kostet|kosten|von))+\s?$/iu, '')
        .replace(/[\s(:–-]{1,4}$/u, '')
        .trim()
      if (name.length < 3 || name.length > 48 || name.split(' ').length > 6) continue
      const key = capital(name)
      if (!found.has(key) || price) found.set(key, /\sab\s?$/iu.test(before) ? `ab ${price}` : price)
    }
  }
  return [...found].slice(0, MOST_OFFERS).map(([name, price]) => ({ name, price }))
}
