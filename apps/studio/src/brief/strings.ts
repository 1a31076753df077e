/** Texts of the dialog that asks for a site, a redesign or further pages. */
export const newSite = 'New site'
export const titles = {
  site: 'New site from a prompt',
  redesign: 'Plan a redesign',
  pages: 'Add pages from a prompt',
} as const
export const descriptions = {
  site: 'Say what the business does, for whom, and what has to be on the site. First comes a plan, which you can change before anything is made.',
  redesign:
    'Say what is to become different. The pages of this site are read first; then comes a plan, which you can change before anything is made.',
  pages:
    'Say which pages are missing, and what they are for. First comes a plan of them, which you can change before anything is made.',
} as const
export const labels = {
  site: 'What is the site for?',
  redesign: 'What is to change?',
  pages: 'Which pages are missing?',
} as const
export const placeholders = {
  site: 'Ferment is a small bakery in Porto. We bake sourdough and custard tarts. Open Tuesday to Saturday, 7:00 – 14:00.',
  redesign: 'Calmer and more spacious, with warm colours. The opening hours belong on the first screen.',
  pages: 'A page for weddings with prices, and one with our recipes.',
} as const
export const examplesTitle = 'Examples'
export const examples = [
  {
    name: 'Bakery',
    brief:
      'Ferment is a small bakery in Porto. We bake sourdough, rye rolls and custard tarts. Open Tuesday to Saturday 7:00 – 14:00, write to hello@ferment.example.',
  },
  {
    name: 'Architects',
    brief:
      'Studio Halm is an architecture office in Copenhagen. We build timber houses and restore old barns. Four people, since 2009. Visitors should see our projects first and then write to office@halm.example.',
  },
  {
    name: 'Dentist',
    brief:
      'Dr Lena Okafor is a dentist in Leipzig for families and for people who are afraid of dentists. Check-ups, fillings, implants. Monday to Friday 8:00 – 18:00, phone 0341 555 0142.',
  },
  {
    name: 'Software',
    brief:
      'Tidewater is software for small marinas: berths, guests and invoices in one calendar. 14 days free, then 49 euros a month. Harbour masters should want to try it at once.',
  },
] as const
export const address = 'Address of an existing site'
export const addressHint = 'Optional. It is read before the plan is made.'
export const pictureIsLogo = (name: string) => `${name} is the logo: begin with its colours`
export const logoHint =
  'The stamp beside a picture says that it is the logo: it goes into the header, and the design begins with its colours.'
export const takeBrand = 'Begin with its logo and colours'
export const addressWrong = 'Write a whole address, such as https://example.com.'
export const budget = 'Most it may cost, in dollars'
export const budgetHint = 'Optional. When it is reached, what is finished stays.'
export const budgetWrong = 'Write an amount between 0.01 and 1000.'
/** The most pictures that come with one brief. */
export const MOST_PICTURES = 24
export const pictures = 'Pictures'
export const addPictures = 'Add pictures'
export const picturesHint = 'Optional. They go into the media library, for the pages to show.'
export const removePicture = (name: string) => `Remove ${name}`
export const model = 'Model'
export const rehearsalTitle = 'A rehearsal plays, not AI'
export const rehearsalText =
  'There is no AI provider yet, so authored scripts write the plan and the pages with what you say of your business. It costs nothing.'
export const addAProvider = 'Add an AI provider'
export const chooseAProvider = 'Add an AI provider first'
export const cancel = 'Cancel'
export const makeThePlan = 'Make a plan'
export const plans = 'Plans of this site'
export const plansHint = 'Each keeps its pages, their chats and what it cost.'
export const noPlans = 'No plans yet'
export const noPlansHint = 'A redesign or further pages begin with a plan.'
export const kinds = { site: 'Site', redesign: 'Redesign', pages: 'Pages' } as const
export const states = {
  planning: 'planning',
  'awaiting-approval': 'not made yet',
  running: 'being made',
  stopped: 'stopped',
  complete: 'made',
  error: 'failed',
} as const
export const takenBack = 'taken back'
export const planFacts = (kind: string, state: string) => `${kind}, ${state}`
