/** The copy of a rehearsed plan and its pages: headings, labels and blanks. No sentence here says anything of a business. */
export interface SiteWords {
  /** A sentence. */
  is(name: string, described: string): string
  about(name: string): string
  menu: Readonly<Record<MenuName, string>>
  files: Readonly<Record<Exclude<MenuName, 'home'>, string>>
  headings: Readonly<Record<HeadingName, string>>
  labels: { address: string; place: string; phone: string; mail: string; hours: string }
  /** Texts that only a person can fill in; each begins as the checks know blanks. */
  blanks: Readonly<Record<BlankName, string>>
  purpose: Readonly<Record<MenuName, string>>
  action: string
  strategy: { images: string; tone: string; audience(place: string): string; voice: string }
  /** On the pages themselves. */
  page: {
    mainMenu: string
    pages: string
    contents: string
    yourName: string
    yourMail: string
    aboutWhat: string
    send: string
    free: string
  }
}

export type MenuName =
  | 'home'
  | 'offers'
  | 'work'
  | 'services'
  | 'dates'
  | 'music'
  | 'features'
  | 'notices'
  | 'topics'
  | 'about'
  | 'contact'

export type HeadingName =
  | 'offers'
  | 'prices'
  | 'work'
  | 'services'
  | 'dates'
  | 'music'
  | 'features'
  | 'notices'
  | 'topics'
  | 'people'
  | 'hours'
  | 'reach'
  | 'departments'
  | 'write'
  | 'writeLead'
  | 'invitation'
  | 'documents'

export type BlankName =
  | 'name'
  | 'what'
  | 'offers'
  | 'services'
  | 'hours'
  | 'phone'
  | 'mail'
  | 'address'
  | 'people'
  | 'dates'
  | 'music'
  | 'notices'
  | 'departments'
  | 'features'
  | 'documents'
  | 'story'

const english: SiteWords = {
  is: (name, described) => `${name} is ${described}.`,
  about: (name) => `About ${name}`,
  menu: {
    home: 'Home',
    offers: 'Menu',
    work: 'Work',
    services: 'Services',
    dates: 'Dates',
    music: 'Music',
    features: 'Features',
    notices: 'Notices',
    topics: 'Services',
    about: 'About',
    contact: 'Contact',
  },
  files: {
    offers: 'menu.html',
    work: 'work.html',
    services: 'services.html',
    dates: 'dates.html',
    music: 'music.html',
    features: 'features.html',
    notices: 'notices.html',
    topics: 'services.html',
    about: 'about.html',
    contact: 'contact.html',
  },
  headings: {
    offers: 'What there is',
    prices: 'Prices',
    work: 'What we do',
    services: 'What we do',
    dates: 'Dates',
    music: 'Listen',
    features: 'What it does',
    notices: 'Notices',
    topics: 'What we take care of',
    people: 'Who we are',
    hours: 'Opening hours',
    reach: 'How to reach us',
    departments: 'Who to call',
    write: 'Write to us',
    writeLead: 'It opens in your mail program, ready to send.',
    invitation: 'Get in touch',
    documents: 'What to bring',
  },
  labels: { address: 'Address', place: 'Where', phone: 'Phone', mail: 'Email', hours: 'Opening hours' },
  blanks: {
    name: 'Your business',
    what: 'Your business in one sentence',
    offers: 'Your products and their prices',
    services: 'Your services',
    hours: 'Your opening hours',
    phone: 'Your telephone number',
    mail: 'Your email address',
    address: 'Your address',
    people: 'Your names, and what each of you does',
    dates: 'Your next dates, and where they are',
    music: 'Your records and where to hear them',
    notices: 'Your current notices',
    departments: 'Your departments, and whom to call for what',
    features: 'Your features, one by one',
    documents: 'Your list of documents to bring',
    story: 'Your story in two or three sentences',
  },
  purpose: {
    home: 'See at once who this is, and where to go next',
    offers: 'Choose',
    work: 'See what is done here',
    services: 'See what help there is',
    dates: 'Know when and where',
    music: 'Listen',
    features: 'Understand what it does',
    notices: 'Know what is going on now',
    topics: 'Find the right service',
    about: 'Know who one is dealing with',
    contact: 'Reach somebody',
  },
  action: 'Get in touch',
  strategy: {
    images: 'Shapes in the colours of the site',
    tone: 'plain',
    audience: (place) => (place ? `People in and around ${place}` : 'Visitors'),
    voice: 'Short sentences, no superlatives, nothing that the brief does not say',
  },
  page: {
    mainMenu: 'Main',
    pages: 'Pages',
    contents: 'On this page',
    yourName: 'Your name',
    yourMail: 'Your mail address',
    aboutWhat: 'What is it about?',
    send: 'Send',
    free: 'free',
  },
}

const german: SiteWords = {
  is: (name, described) => `${name} ist ${described}.`,
  about: (name) => `Über ${name}`,
  menu: {
    home: 'Start',
    offers: 'Angebot',
    work: 'Arbeiten',
    services: 'Leistungen',
    dates: 'Termine',
    music: 'Musik',
    features: 'Funktionen',
    notices: 'Meldungen',
    topics: 'Leistungen',
    about: 'Über uns',
    contact: 'Kontakt',
  },
  files: {
    offers: 'angebot.html',
    work: 'arbeiten.html',
    services: 'leistungen.html',
    dates: 'termine.html',
    music: 'musik.html',
    features: 'funktionen.html',
    notices: 'meldungen.html',
    topics: 'leistungen.html',
    about: 'ueber-uns.html',
    contact: 'kontakt.html',
  },
  headings: {
    offers: 'Was es gibt',
    prices: 'Preise',
    work: 'Was wir machen',
    services: 'Was wir tun',
    dates: 'Termine',
    music: 'Zum Hören',
    features: 'Was es kann',
    notices: 'Meldungen',
    topics: 'Worum wir uns kümmern',
    people: 'Wer wir sind',
    hours: 'Öffnungszeiten',
    reach: 'So erreichen Sie uns',
    departments: 'Wen Sie anrufen',
    write: 'Schreiben Sie uns',
    writeLead: 'Die Nachricht öffnet sich in Ihrem Mailprogramm, fertig zum Absenden.',
    invitation: 'Sprechen Sie uns an',
    documents: 'Was Sie mitbringen',
  },
  labels: { address: 'Adresse', place: 'Wo', phone: 'Telefon', mail: 'E-Mail', hours: 'Öffnungszeiten' },
  blanks: {
    name: 'Ihr Betrieb',
    what: 'Ihr Betrieb in einem Satz',
    offers: 'Ihre Waren und Preise',
    services: 'Ihre Leistungen',
    hours: 'Ihre Öffnungszeiten',
    phone: 'Ihre Telefonnummer',
    mail: 'Ihre E-Mail-Adresse',
    address: 'Ihre Adresse',
    people: 'Ihre Namen, und wer was macht',
    dates: 'Ihre nächsten Termine, und wo sie sind',
    music: 'Ihre Platten, und wo man sie hört',
    notices: 'Ihre aktuellen Meldungen',
    departments: 'Ihre Abteilungen, und wen man wofür anruft',
    features: 'Ihre Funktionen, eine nach der anderen',
    documents: 'Ihre Liste der nötigen Unterlagen',
    story: 'Ihre Geschichte in zwei, drei Sätzen',
  },
  purpose: {
    home: 'Auf den ersten Blick sehen, wer das ist und wo es weitergeht',
    offers: 'Auswählen',
    work: 'Sehen, was hier gemacht wird',
    services: 'Sehen, welche Hilfe es gibt',
    dates: 'Wissen, wann und wo',
    music: 'Hören',
    features: 'Verstehen, was es kann',
    notices: 'Wissen, was gerade los ist',
    topics: 'Die richtige Stelle finden',
    about: 'Wissen, mit wem man es zu tun hat',
    contact: 'Jemanden erreichen',
  },
  action: 'Kontakt aufnehmen',
  strategy: {
    images: 'Formen in den Farben der Website',
    tone: 'klar',
    audience: (place) => (place ? `Menschen in und um ${place}` : 'Besucher'),
    voice: 'Kurze Sätze, keine Superlative, nichts, was der Auftrag nicht sagt',
  },
  page: {
    mainMenu: 'Hauptmenü',
    pages: 'Seiten',
    contents: 'Auf dieser Seite',
    yourName: 'Ihr Name',
    yourMail: 'Ihre E-Mail-Adresse',
    aboutWhat: 'Worum geht es?',
    send: 'Absenden',
    free: 'kostenlos',
  },
}

/** @param language a tag such as `de-AT`; English replaces unknown languages */
export const siteWords = (language: string): SiteWords => (/^de\b/i.test(language) ? german : english)
