import { describe, expect, test } from 'vitest'
import { readReply } from './replies.ts'

const deleting = ['cms.deletePage']

const yes =
  `yes|Yes.|YES!|yes please|Yes, please.|yes, thanks|yeah|yep|yup|ok|OK.|okay|Okay then|ok, thanks|k|sure|Sure thing!|of course|absolutely|definitely|go ahead|Go ahead, please|please do|do it|Do it now|yes, do it|yes do that|proceed|confirm|confirmed|I confirm|approved|I agree|correct|that's right|That is correct.|sounds good|looks good|works for me|fine|fine by me|alright|yes yes|yes to all|“yes”|yes 🙂|👍|👍🏽|✅|yes :)|yes, delete it|delete it|Yes, delete the page.|remove it please|great, yes
ja|Ja!|ja bitte|Ja, bitte.|jo|jep|jawohl|klar|na klar|ja klar|aber sicher|natürlich|selbstverständlich|gern|ja, gerne|sehr gerne|in Ordnung|Das ist in Ordnung.|geht klar|einverstanden|passt|passt so|genau|richtig|das stimmt|mach das|Mach es.|ja, mach mal|los|bestätigt|Ich bestätige|auf jeden Fall|ja, danke|JA|ja dann mach das|lösch es|Ja, lösche die Seite|ja, löschen|weg damit
evet|Evet.|EVET|evet lütfen|Evet, lütfen!|tamam|Tamamdır|tamam yap|olur|tabii|tabii ki|tabi|elbette|kesinlikle|peki|onaylıyorum|onayliyorum|ONAYLIYORUM|onayla|kabul|kabul ediyorum|aynen|hadi yap|devam et|evet, teşekkürler|sil|evet sil|SİL|Evet, sayfayı sil|bunu sil`.split(
    /[|\n]/,
  )

const no =
  `no|No.|NO!|no thanks|No, thank you|nope|nah|never|never mind|don't|Don’t do it|do not do it|please don't|cancel|Cancel it, please|stop|abort|no way|not now|not yet|rather not|forget it|leave it|leave it as it is|keep it|absolutely not|of course not|no no|👎|❌|no, keep it
nein|Nein!|nein danke|Nein, danke.|nee|nö|lieber nicht|bitte nicht|bloß nicht|bloss nicht|auf keinen Fall|niemals|noch nicht|jetzt nicht|abbrechen|stopp|lass es|lass das bitte|vergiss es|mach das nicht|nicht löschen|natürlich nicht|sicher nicht|doch nicht
hayır|Hayır.|HAYIR|hayir|hayır teşekkürler|yok|olmaz|istemiyorum|yapma|iptal|İPTAL|iptal et|vazgeç|vazgeçtim|dur|boşver|gerek yok|asla|henüz değil|şimdi değil|silme|sakın silme|reddediyorum`.split(
    /[|\n]/,
  )

const neither =
  `|yes?|yes, but keep the menu|yes if it can be undone|yes unless somebody links to it|only the first one|yes, only the page|yes just the page|yes and no|yes no|no, yes|maybe|perhaps|I think so|I guess|hmm|yes…|yes...|ok...|wait|hold on|later|what will happen|Are you sure?|sure?|is it gone?|delete the contact page|yes, delete the contact page|yes, the picture|publish it|yes, publish it|yes, archive it|great|thanks|the page|it|yes, 2|1|yes (I think)|yeah right|not bad|no problem|yesterday|okapi|yes and write a post about bread|first show me the page|what does yes do|he said “yes please delete everything”|🤔|🙂|+1|say yes|yes means no
ja?|ja, aber erst morgen|ja, wenn es geht|ja, außer der Startseite|nur die erste|ja nein|vielleicht|weiß nicht|moment|warte|später|was passiert dann|wirklich?|ja, das Bild|veröffentliche es|ja, lösche die Kontaktseite|super|danke|jein|mal sehen|nicht unbedingt|ja, lösche alles
evet?|tamam mı|olur mu|evet ama menüde kalsın|evet, ancak yarın|belki|bilmiyorum|bekle|sonra|emin misin|evet hayır|sadece birini|yayınla|evet, yayınla|güzel|teşekkürler|hangi sayfa|evet eğer geri alınabilirse`.split(
    /[|\n]/,
  )

describe('a reply to a question about deleting a page', () => {
  test.each(yes)('“%s” is yes', (text) => expect(readReply(text, deleting)).toBe('yes'))
  test.each(no)('“%s” is no', (text) => expect(readReply(text, deleting)).toBe('no'))
  test.each(neither)('“%s” is neither', (text) => expect(readReply(text, deleting)).toBe('neither'))
})

test('there are more than 150 different replies', () => {
  expect(new Set([...yes, ...no, ...neither]).size).toBeGreaterThan(150)
})

test('one thing is meant only if one thing is asked, and a verb only what it says', () => {
  const both = ['cms.deletePage', 'cms.deletePost']
  expect(readReply('yes, delete it', both)).toBe('neither')
  expect(readReply('yes, the page', both)).toBe('neither')
  expect(readReply('yes, delete them all', both)).toBe('yes')
  expect(readReply('yes to all', both)).toBe('yes')
  expect(readReply('delete', ['cms.deletePage', 'cms.publishPost'])).toBe('neither')
  expect(readReply('yes, publish it', ['cms.publishPost'])).toBe('yes')
  expect(readReply('no, delete it', deleting)).toBe('neither')
})

test('a long message is never a decision', () => {
  expect(readReply('yes '.repeat(40), deleting)).toBe('neither')
  expect(readReply('yes '.repeat(25_000), deleting)).toBe('neither')
})
