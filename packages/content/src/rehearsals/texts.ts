interface Post {
  title: string
  description: string
  body: string
}

/** The post that the script writes when it is not told what about, with its translation. */
export const firstPost: Record<'en' | 'tr', Post> = {
  en: {
    title: 'Why we write things down',
    description: 'A short note on keeping what we learn where others find it.',
    body: 'We answer the same questions every week. From now on the answers are here.\n\n## What you find\n\nOne page for each question, kept up to date by whoever answers it.\n\n## What is missing\n\nTell us, and it is written next.',
  },
  tr: {
    title: 'Neden yazıyoruz',
    description: 'Öğrendiklerimizi herkesin bulacağı bir yerde tutmak üzerine kısa bir not.',
    body: 'Her hafta aynı soruları yanıtlıyoruz. Yanıtlar artık burada.\n\n## Ne bulacaksınız\n\nHer soru için, yanıtlayanın güncel tuttuğu bir sayfa.\n\n## Ne eksik\n\nBize söyleyin, sırada o yazılsın.',
  },
}

/** A post about a topic, in plain sentences. */
export function postFor(topic: string | undefined): Post {
  if (topic === undefined) return firstPost.en
  const subject = topic.charAt(0).toUpperCase() + topic.slice(1)
  return {
    title: `${subject}: what to know`.slice(0, 80),
    description: `What ${topic} is about, for whom, and what comes next.`.slice(0, 160),
    body: `This is a first draft about ${topic}.\n\n## What is new\n\nSay in two sentences what has changed and since when.\n\n## For whom\n\nName the people who asked for it, and what they do with it.\n\n## What comes next\n\nSay what you are working on now, and how to reach you.`,
  }
}

/** The translation of a text that a script has written itself; undefined for any other. */
export function translationOf(text: string, locale: string): string | undefined {
  const from = locale === 'tr' ? firstPost.en : firstPost.tr
  const to = locale === 'tr' ? firstPost.tr : locale === 'en' ? firstPost.en : undefined
  const name = (['title', 'description', 'body'] as const).find((each) => from[each] === text)
  return name && to?.[name]
}
