import { fitted } from '../blueprint/fit.ts'
import { Blueprint } from '../blueprint/schema.ts'
import { lookOf } from './kinds.ts'
import { rehearsedLanguages } from './language.ts'
import { headlineOf, materialOf } from './material.ts'
import { menuOf, pagePlans } from './pagePlans.ts'

/**
 * A blueprint made without a model, in English or German (`declinedLanguage` tells of others): the pages of the kind of
 * business or office that the brief names. Names, offers, prices, hours, dates and places are those of the brief, copy is its own sentences; what it
 * does not say is a blank such as “[Your opening hours]”. The content notes of each section hold its copy, one entry a
 * line, its parts parted by ` | `, which is what `rehearseSite` reads.
 * @param brief what a person wrote about the business
 */
export function rehearseBlueprint(brief: string): Blueprint {
  const material = materialOf(brief)
  const { words, name, described, place, story, offerNames } = material
  const menu = menuOf(material)
  return fitted(Blueprint, {
    siteName: name,
    siteDescription: described === '' ? material.lead : words.is(name, described),
    language: material.language,
    languages: rehearsedLanguages(brief),
    pages: pagePlans(material),
    designSystem: { ...lookOf(material.kind), imageStyle: words.strategy.images },
    sharedComponents: {
      navLinks: menu.map(({ label, file }) => ({ label, href: file })),
      footerTagline: headlineOf(material) === name ? '' : headlineOf(material),
    },
    contentStrategy: {
      tone: words.strategy.tone,
      targetAudience: words.strategy.audience(place),
      primaryCTA: words.action,
      brandVoice: words.strategy.voice,
      valuePropositions: offerNames.slice(0, 8),
      brandStory: story.join(' '),
      contentDistribution: menu.map(({ name: page, label }) => `${label}: ${words.purpose[page]}.`).join(' '),
      seoKeywords: [name, described, ...offerNames].filter((each) => each !== ''),
    },
  })
}
