import type { TriedSite } from './site.ts'

/** How a published page shows what a tool has done. */
export interface Shown {
  path: string
  has?: string
  lacks?: string
  /** 200 if absent. */
  status?: number
}

/** A call that is right and one that is wrong, of one tool. */
export interface Trial {
  right: object
  /** Calls of other tools that come behind it before the site is published. */
  behind?: readonly (readonly [name: string, input: object])[]
  shows?: readonly Shown[]
  wrong: object
  /** The code of the answer to the wrong call. */
  refused: string
}

const gone = 'nothing-like-it'

/** A trial of every tool that writes and can be undone, by its name. */
export function writingTrials(site: TriedSite): Readonly<Record<string, Trial>> {
  const { home, last, item, bread, images } = site
  return {
    addImageToSection: {
      right: { imageId: 'counter.png', pageSectionId: bread.split, alt: 'The counter' },
      shows: [{ path: '/bread/', has: 'alt="The counter"' }],
      wrong: { imageId: 'counter.png', pageSectionId: bread.faq },
      refused: 'no_picture_field',
    },
    addNavigationItem: {
      right: { label: 'Jobs', href: '/bread' },
      shows: [
        { path: '/', has: '>Jobs<' },
        { path: '/bread/', has: '>Jobs<' },
      ],
      wrong: { label: 'Jobs', href: 'javascript:alert(1)' },
      refused: 'invalid_url',
    },
    addSectionToPage: {
      right: { pageId: 'home', sectionDefId: 'quote', after: home.section, content: { text: 'Best bread in town' } },
      shows: [{ path: '/', has: 'Best bread in town' }],
      wrong: { pageId: 'home', sectionDefId: gone },
      refused: 'unknown_template',
    },
    archivePost: {
      right: { postSlug: 'rye' },
      shows: [{ path: '/blog/rye/', status: 404 }],
      wrong: { postSlug: gone },
      refused: 'unknown_post',
    },
    createPage: {
      right: { name: 'Easter', meta: { description: 'Hours at Easter' } },
      shows: [{ path: '/easter/', has: 'content="Hours at Easter"' }],
      wrong: { name: 'Easter', locale: 'tr' },
      refused: 'source_missing',
    },
    createPageWithContent: {
      right: {
        name: 'Catering',
        sections: [{ sectionKey: 'hero', content: { heading: 'We come to you' } }, { sectionKey: 'call' }],
      },
      shows: [{ path: '/catering/', has: 'We come to you' }],
      wrong: { name: 'Catering', sections: [{ sectionKey: 'hero' }, { sectionKey: gone }] },
      refused: 'unknown_template',
    },
    createPost: {
      right: { title: 'Oat', content: { body: 'Light **and** soft.' } },
      behind: [['publishPost', { postSlug: 'oat' }]],
      shows: [{ path: '/blog/oat/', has: 'Light <strong>and</strong> soft.' }],
      wrong: { title: 'Oat', featuredImage: gone },
      refused: 'unknown_image',
    },
    deleteImage: {
      right: { description: 'oven' },
      wrong: { description: gone },
      refused: 'unknown_image',
    },
    deletePageSection: {
      right: { pageSectionId: last.section },
      shows: last.words === '' ? [] : [{ path: '/', lacks: `>${last.words}<` }],
      wrong: { pageSectionId: gone },
      refused: 'unknown_node',
    },
    deletePageSections: {
      right: { pageSectionIds: [bread.split, bread.faq], pageId: 'bread' },
      shows: [{ path: '/bread/', has: '>Bread</h1>', lacks: '/media/oven' }],
      wrong: { pageSectionIds: [bread.split, home.section], pageId: 'bread' },
      refused: 'other_page',
    },
    deletePost: {
      right: { postSlug: 'rye' },
      shows: [{ path: '/blog/rye/', status: 404 }],
      wrong: { postSlug: 'rye', collectionSlug: gone },
      refused: 'unknown_collection',
    },
    publishPost: {
      right: { postSlug: 'spelt' },
      shows: [{ path: '/blog/spelt/', has: 'Spelt is dark.' }],
      wrong: { postSlug: gone },
      refused: 'unknown_post',
    },
    removeNavigationItem: {
      right: { label: item },
      shows: [{ path: '/bread/', lacks: `>${item}<` }],
      wrong: { label: gone },
      refused: 'unknown_item',
    },
    replaceImage: {
      right: { oldImageDescription: 'oven', newImageId: 'counter.png', alt: 'The counter' },
      shows: [{ path: '/bread/', has: 'alt="The counter"' }],
      wrong: { oldImageDescription: 'oven', newImageId: gone },
      refused: 'unknown_image',
    },
    toggleNavigationItem: {
      right: { label: item },
      shows: [{ path: '/bread/', lacks: `>${item}<` }],
      wrong: { label: gone },
      refused: 'unknown_item',
    },
    updateNavigationItem: {
      right: { label: item, newLabel: 'First of all' },
      shows: [
        { path: '/', has: 'First of all' },
        { path: '/bread/', has: 'First of all' },
      ],
      wrong: { label: item, newHref: 'javascript:alert(1)' },
      refused: 'invalid_url',
    },
    updatePage: {
      right: { id: 'bread', slug: 'loaves', meta: { title: 'All our loaves' } },
      shows: [{ path: '/loaves/', has: '<title>All our loaves</title>' }],
      wrong: { id: gone, name: 'x' },
      refused: 'unknown_page',
    },
    updatePost: {
      right: { postSlug: 'rye', updates: { title: 'Rye and wheat', excerpt: 'Both' } },
      behind: [['publishPost', { postSlug: 'rye' }]],
      shows: [{ path: '/blog/rye/', has: 'Rye and wheat' }],
      wrong: { postSlug: 'rye', updates: {} },
      refused: 'no_updates',
    },
    updateSectionContent: {
      right: { pageSectionId: home.section, content: { [home.field]: 'Open at Easter & after' } },
      shows: [{ path: '/', has: 'Open at Easter &amp; after', lacks: `>${home.text}<` }],
      wrong: { pageSectionId: home.section, content: { [gone]: 'x' } },
      refused: 'unknown_field',
    },
    updateSectionImage: {
      right: { pageSectionId: bread.split, imageField: 'image', imageId: images.counter, alt: 'Counter' },
      shows: [{ path: '/bread/', has: 'alt="Counter"' }],
      wrong: { pageSectionId: bread.split, imageField: gone, imageId: images.counter },
      refused: 'unknown_field',
    },
  }
}

/** A right and a wrong call of every tool that reads, by its name; those without a wrong one take no input that could be. */
export function readingTrials({
  home,
  bread,
}: TriedSite): Readonly<Record<string, Omit<Trial, 'wrong' | 'refused'> & Partial<Trial>>> {
  return {
    findImage: { right: { description: 'oven' }, wrong: { description: '' }, refused: 'invalid_input' },
    findResource: { right: { query: 'bread' }, wrong: { query: '…' }, refused: 'empty_query' },
    getCollectionEntries: {
      right: { collectionId: 'post' },
      wrong: { collectionId: gone },
      refused: 'unknown_collection',
    },
    getEntryContent: {
      right: { entryId: 'post/rye' },
      wrong: { entryId: `post/${gone}` },
      refused: 'unknown_entry',
    },
    getNavigation: { right: {} },
    getPage: { right: { slug: 'bread', includeContent: true }, wrong: { slug: gone }, refused: 'unknown_page' },
    getPageSections: {
      right: { pageId: bread.page },
      wrong: { pageId: 'bread', locale: 'xx' },
      refused: 'not_translated',
    },
    getPost: { right: { postSlug: 'rye' }, wrong: { postSlug: gone }, refused: 'unknown_post' },
    getSectionContent: {
      right: { pageSectionId: home.section },
      wrong: { pageSectionId: gone },
      refused: 'unknown_node',
    },
    getSectionFields: { right: { key: 'hero' }, wrong: { key: gone }, refused: 'unknown_template' },
    listAllImages: { right: { limit: 5 }, wrong: { limit: 0 }, refused: 'invalid_input' },
    listPages: { right: {}, wrong: { live: 'maybe' }, refused: 'invalid_input' },
    listPosts: { right: { status: 'all' }, wrong: { collectionSlug: gone }, refused: 'unknown_collection' },
    listSectionTemplates: { right: {} },
    planAnalyzeTask: {
      right: { userRequest: 'Delete the page “Bread”' },
      wrong: { userRequest: '' },
      refused: 'invalid_input',
    },
    searchImages: { right: { query: 'counter' }, wrong: { query: 'counter', limit: 0 }, refused: 'invalid_input' },
    searchVector: { right: { query: 'bread' }, wrong: { query: '!' }, refused: 'empty_query' },
  }
}
