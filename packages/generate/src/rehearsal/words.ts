/** The copy of a rehearsed plan and its pages besides that of a trade. */
export interface SiteWords {
  yourBusiness: string
  /** `a bakery in Porto`. */
  inPlace(kind: string, place: string): string
  /** A sentence. */
  is(name: string, described: string): string
  home: { title: string; purpose(name: string): string; focus: string; approach: string }
  offer: { description(menu: string, business: string): string; purpose: string; focus: string; questions: string }
  about: {
    file: string
    title: string
    description(name: string, described: string): string
    purpose: string
    focus: string
  }
  contact: {
    file: string
    description(business: string): string
    purpose: string
    focus: string
    where: string
    hours: string
    write: string
    writeLead: string
    arriving: string
    place: string
    address: string
    phone: string
    mail: string
  }
  strategy: {
    images: string
    tone: string
    audience(place: string): string
    voice: string
    distribution(offer: string, contact: string): string
  }
  /** On the pages themselves. */
  page: {
    mainMenu: string
    pages: string
    yourName: string
    yourMail: string
    aboutWhat: string
    send: string
    free: string
  }
}

const english: SiteWords = {
  yourBusiness: 'Your business',
  inPlace: (kind, place) => `${kind} in ${place}`,
  is: (name, described) => `${name} is ${described}.`,
  home: {
    title: 'Home',
    purpose: (name) => `See at once what ${name} is, and where to go next`,
    focus: 'First impression',
    approach: 'A large headline beside a composed shape',
  },
  offer: {
    description: (menu, business) => `${menu} of ${business}: what there is and what it costs.`,
    purpose: 'Choose, and know the price',
    focus: 'What is offered',
    questions: 'Questions, answered',
  },
  about: {
    file: 'about.html',
    title: 'About',
    description: (name, described) => `Who is behind ${name}, ${described}, and how the work is done.`,
    purpose: 'Know who one is dealing with',
    focus: 'The people and how they work',
  },
  contact: {
    file: 'contact.html',
    description: (business) => `How to reach ${business}, and when.`,
    purpose: 'Reach somebody',
    focus: 'Address, hours, ways to write',
    where: 'Where and how',
    hours: 'When we are here',
    write: 'Write to us',
    writeLead: 'It opens in your mail program, ready to send.',
    arriving: 'Good to know',
    place: 'Where',
    address: 'Address',
    phone: 'Phone',
    mail: 'Email',
  },
  strategy: {
    images: 'Shapes in the colours of the site',
    tone: 'warm and plain',
    audience: (place) => (place ? `People in and around ${place}` : 'People nearby'),
    voice: 'Short sentences, no superlatives',
    distribution: (offer, contact) =>
      `Home: first impression. ${offer}: prices. About: people. ${contact}: how to reach us.`,
  },
  page: {
    mainMenu: 'Main',
    pages: 'Pages',
    yourName: 'Your name',
    yourMail: 'Your mail address',
    aboutWhat: 'What is it about?',
    send: 'Send',
    free: 'free',
  },
}

const german: SiteWords = {
  yourBusiness: 'Ihr Betrieb',
  inPlace: (kind, place) => `${kind} in ${place}`,
  is: (name, described) => `${name} ist ${described}.`,
  home: {
    title: 'Start',
    purpose: (name) => `Auf den ersten Blick sehen, was ${name} ist und wo es weitergeht`,
    focus: 'Erster Eindruck',
    approach: 'Eine große Überschrift neben einer ruhigen Form',
  },
  offer: {
    description: (menu, business) => `${menu} – ${business}: was es gibt und was es kostet.`,
    purpose: 'Auswählen und den Preis kennen',
    focus: 'Was angeboten wird',
    questions: 'Fragen und Antworten',
  },
  about: {
    file: 'ueber-uns.html',
    title: 'Über uns',
    description: (name, described) => `${name}, ${described}: wer dahintersteht und wie gearbeitet wird.`,
    purpose: 'Wissen, mit wem man es zu tun hat',
    focus: 'Die Menschen und ihre Arbeit',
  },
  contact: {
    file: 'kontakt.html',
    description: (business) => `Wie und wann ${business} zu erreichen ist.`,
    purpose: 'Jemanden erreichen',
    focus: 'Adresse, Zeiten, Wege zu schreiben',
    where: 'Wo und wie',
    hours: 'Wann wir da sind',
    write: 'Schreiben Sie uns',
    writeLead: 'Die Nachricht öffnet sich in Ihrem Mailprogramm, fertig zum Absenden.',
    arriving: 'Gut zu wissen',
    place: 'Wo',
    address: 'Adresse',
    phone: 'Telefon',
    mail: 'E-Mail',
  },
  strategy: {
    images: 'Formen in den Farben der Website',
    tone: 'herzlich und klar',
    audience: (place) => (place ? `Menschen in und um ${place}` : 'Menschen aus der Nähe'),
    voice: 'Kurze Sätze, keine Superlative',
    distribution: (offer, contact) =>
      `Start: erster Eindruck. ${offer}: Preise. Über uns: Menschen. ${contact}: wie man uns erreicht.`,
  },
  page: {
    mainMenu: 'Hauptmenü',
    pages: 'Seiten',
    yourName: 'Ihr Name',
    yourMail: 'Ihre E-Mail-Adresse',
    aboutWhat: 'Worum geht es?',
    send: 'Absenden',
    free: 'kostenlos',
  },
}

/** The languages that a plan can be rehearsed in. */
export type RehearsedLanguage = 'en' | 'de'

/** @param language a tag such as `de-AT`; English replaces unknown languages */
export const siteWords = (language: string): SiteWords => (/^de\b/i.test(language) ? german : english)

/** The most characters of a brief that are read. */
const LONGEST = 2_000
const GERMAN =
  /(?<!\p{L})(?:aus|bei|bieten|brauche[nst]?|das|dem|den|der|des|die|ein|eine[mnrs]?|für|geöffnet|haben?|heißt|ich|im|ist|mein\p{L}{0,2}|mit|nicht|oder|sind|und|unser\p{L}{0,2}|vom|von|webseite|wir|zum|zur)(?!\p{L})/giu
const ENGLISH =
  /(?<!\p{L})(?:a|an|and|are|at|build|called|for|from|i|is|my|named|of|open|our|sell|that|the|to|we|website|which|with)(?!\p{L})/giu

/** The language of a brief, by the small words in it. */
export function languageOf(brief: string): RehearsedLanguage {
  const words = brief.slice(0, LONGEST)
  const count = (pattern: RegExp) => words.match(pattern)?.length ?? 0
  const umlauts = Math.min(2, count(/[äöüß]/giu))
  return count(GERMAN) + umlauts > count(ENGLISH) ? 'de' : 'en'
}
