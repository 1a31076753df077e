import { type Trade, tradeOf } from '@atelier/site'
import { fitted } from '../blueprint/fit.ts'
import { Blueprint, type SectionPlan } from '../blueprint/schema.ts'
import { type BusinessFacts, businessFacts, capital } from './facts.ts'
import { type Point, siteTradeOf } from './trades.ts'

/**
 * A blueprint made without a model: four pages of the trade that the brief names, with the name, the place, what is
 * sold, prices, opening hours, telephone and mail that are found in it. The content notes of each section hold its
 * copy, one entry a line, its parts parted by ` | `, which is what `rehearseSite` reads.
 * @param brief what a person wrote about the business
 */
export function rehearseBlueprint(brief: string): Blueprint {
  const { trade, word } = siteTradeOf(brief)
  const copy = trade.usual === '' ? tradeOf(brief) : tradeOf(tradeOf(word) === tradeOf('') ? trade.usual : word)
  const facts = businessFacts(brief)
  const name = facts.name || 'Your business'
  const kind = facts.kind || copy.kind
  const described = facts.place ? `${kind} in ${facts.place}` : kind
  const offers = offersOf(facts, copy)
  const details = contactLines(facts)
  const hours = facts.hours.length > 0 ? facts.hours : copy.hours
  const { offer } = trade

  return fitted(Blueprint, {
    siteName: name,
    siteDescription: `${name} is ${described}.`,
    language: 'en',
    pages: [
      {
        filename: 'index.html',
        title: 'Home',
        description: `${name}: ${described}. ${copy.headline}`,
        purpose: `See at once what ${name} is, and where to go next`,
        contentFocus: 'First impression',
        visualWeight: 'hero-heavy',
        heroApproach: 'A large headline beside a composed shape',
        sections: [
          section('hero', copy.headline, copy.lead(name, described), [capital(described)], {
            sectionType: 'hero',
            layoutHint: 'split-screen',
            mediaType: 'illustration',
          }),
          section('reasons', trade.reasonsTitle, '', linesOf(trade.reasons), {
            sectionType: 'features',
            layoutHint: 'card-mosaic',
          }),
          section('highlights', copy.boardTitle, '', offers.slice(0, 4), {
            sectionType: 'pricing',
            layoutHint: 'full-bleed',
          }),
          section('glimpses', trade.galleryTitle, '', linesOf(trade.gallery), {
            sectionType: 'gallery',
            layoutHint: 'bento-grid',
            mediaType: 'background-pattern',
          }),
          section('story', copy.storyTitle, '', copy.story, { layoutHint: 'asymmetric' }),
          section('invitation', trade.closing[0], trade.closing[1], [], { sectionType: 'cta-banner' }),
        ],
      },
      {
        filename: offer.file,
        title: offer.menu,
        description: `${offer.menu} of ${name}${facts.place ? ` in ${facts.place}` : ''}: what there is and what it costs.`,
        purpose: 'Choose, and know the price',
        contentFocus: 'What is offered',
        visualWeight: 'content-dense',
        sections: [
          section('opening', offer.title, offer.lead, [], { sectionType: 'hero', layoutHint: 'centered-minimal' }),
          section('list', copy.boardTitle, '', offers, { sectionType: 'pricing', layoutHint: 'stacked' }),
          section('steps', trade.stepsTitle, '', linesOf(trade.steps), {
            sectionType: 'process-steps',
            layoutHint: 'full-bleed',
          }),
          section('questions', 'Questions, answered', '', linesOf(trade.questions), {
            sectionType: 'faq',
            interactiveElement: 'accordion',
          }),
          section('invitation', trade.closing[0], trade.closing[1], [], { sectionType: 'cta-banner' }),
        ],
      },
      {
        filename: 'about.html',
        title: 'About',
        description: `Who is behind ${name}, ${described}, and how the work is done.`,
        purpose: 'Know who one is dealing with',
        contentFocus: 'The people and how they work',
        sections: [
          section('opening', trade.aboutTitle, `${name} is ${described}.`, [], {
            sectionType: 'hero',
            layoutHint: 'centered-minimal',
          }),
          section('story', copy.storyTitle, '', copy.story, { layoutHint: 'asymmetric' }),
          section('path', trade.dayTitle, '', linesOf(trade.day), {
            sectionType: 'timeline',
            layoutHint: 'full-bleed',
          }),
          section('values', trade.valuesTitle, '', linesOf(trade.values), { sectionType: 'features' }),
          section('invitation', trade.closing[0], trade.closing[1], [], { sectionType: 'cta-banner' }),
        ],
      },
      {
        filename: 'contact.html',
        title: trade.contactMenu,
        description: `How to reach ${name}${facts.place ? ` in ${facts.place}` : ''}, and when.`,
        purpose: 'Reach somebody',
        contentFocus: 'Address, hours, ways to write',
        visualWeight: 'minimal',
        sections: [
          section('opening', trade.contactTitle, trade.closing[1], [], {
            sectionType: 'hero',
            layoutHint: 'centered-minimal',
          }),
          section('find-us', 'Where and how', '', details, { sectionType: 'map-contact' }),
          section('hours', 'When we are here', '', hours.map(line), {
            sectionType: 'timeline',
            layoutHint: 'full-bleed',
          }),
          ...(facts.mail
            ? [
                section('message', 'Write to us', 'It opens in your mail program, ready to send.', [], {
                  sectionType: 'form',
                }),
              ]
            : []),
          section('arriving', 'Good to know', '', linesOf(trade.arriving), {
            sectionType: 'faq',
            interactiveElement: 'accordion',
          }),
        ],
      },
    ],
    designSystem: { ...trade.look, imageStyle: 'Shapes in the colours of the site' },
    sharedComponents: {
      navLinks: [
        { label: 'Home', href: 'index.html' },
        { label: offer.menu, href: offer.file },
        { label: 'About', href: 'about.html' },
        { label: trade.contactMenu, href: 'contact.html' },
      ],
      footerTagline: copy.headline,
    },
    contentStrategy: {
      tone: 'warm and plain',
      targetAudience: facts.place ? `People in and around ${facts.place}` : 'People nearby',
      primaryCTA: copy.action,
      brandVoice: 'Short sentences, no superlatives',
      valuePropositions: trade.reasons.map(([title]) => title),
      differentiators: trade.values.map(([title]) => title),
      brandStory: copy.story.join(' '),
      contentDistribution: `Home: first impression. ${offer.menu}: prices. About: people. ${trade.contactMenu}: how to reach us.`,
      seoKeywords: [name, described, ...facts.offers.map((each) => each.name)],
    },
  })
}

type Planned = Pick<SectionPlan, 'id' | 'name' | 'description' | 'contentNotes'> & Partial<SectionPlan>

function section(
  id: string,
  name: string,
  description: string,
  lines: readonly string[],
  fields: Partial<SectionPlan>,
): Planned {
  return { id, name, description, contentNotes: lines.join('\n'), itemCount: lines.length, ...fields }
}

const line = (parts: readonly string[]): string => parts.map((part) => part.replaceAll('|', '/')).join(' | ')
const linesOf = (points: readonly Point[]): string[] => points.map(line)

/** What is sold, with prices: the person's own first, and examples of the trade where they name fewer than three. */
function offersOf({ offers, currency }: BusinessFacts, { board }: Trade): string[] {
  const own = offers.map(({ name, price }) => line(price ? [name, '', price] : [name]))
  if (own.length >= 3) return own
  const stems = offers.map(({ name }) => name.toLowerCase().slice(0, 4))
  const examples = board
    .filter(([title]) => !stems.some((stem) => title.toLowerCase().includes(stem)))
    .map(([title, note, price]) =>
      line([title, note, currency && /[1-9]/.test(price) ? price.replace(/(\d)/, `${currency}$1`) : price]),
    )
  return [...own, ...examples.slice(0, 6 - own.length)]
}

function contactLines({ phone, mail, address, place }: BusinessFacts): string[] {
  const lines: Point[] = [
    [address === '' ? 'Where' : 'Address', [address, place].filter((part) => part !== '').join(', ')],
    ['Phone', phone],
    ['Email', mail],
  ]
  return lines.filter(([, text]) => text !== '').map(line)
}
