import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyIntent } from './intent.ts'

const categoryOf = (message: string) => classifyIntent(message).category

describe('the intent of a message', () => {
  it.each([
    ['Set up content with a blog model', 'project_operation'],
    ['Please initialize the project', 'project_operation'],
    ['Add German as a language', 'project_operation'],
    ['Merge cr/content/blog/1700000000-ab12', 'branch_operation'],
    ['Approve it', 'branch_operation'],
    ['Create a model for recipes', 'model_operation'],
    ['Add a required date field to the posts', 'model_operation'],
    ['Write a post about our new 3D model', 'content_operation'],
    ['Add a post about the new schema', 'content_operation'],
    ['Translate the title into Turkish', 'content_operation'],
    ['unpublish everything from 2019', 'content_operation'],
    ['What is stale?', 'query'],
    ['How do I create a model?', 'query'],
    ['LIST ALL POSTS', 'query'],
    ['Şimdi içeriği kur', 'project_operation'],
    ['Dalları birleştir', 'branch_operation'],
    ['blog modeline alan ekle', 'model_operation'],
    ['yeni bir model oluşturur musun', 'model_operation'],
    ['İÇERİĞİ GÜNCELLE', 'content_operation'],
    ['bu yaziyi ingilizceye cevir', 'content_operation'],
    ['KAÇ YAZI VAR', 'query'],
    ['LİSTELE', 'query'],
    ['Neler var', 'query'],
    ['Restore the deleted entry, please', 'content_operation'],
    ['Schedule the post for Monday', 'content_operation'],
    ['Move the article to the front', 'content_operation'],
    ['Silinen yazıyı geri yükle', 'content_operation'],
    ['makaleyi yayımla', 'content_operation'],
    ['Bu metni Almancaya tercüme eder misin', 'content_operation'],
    ['kayıtları sırala', 'content_operation'],
  ])('“%s” is %s', (message, category) => {
    expect(categoryOf(message)).toBe(category)
  })

  it('reads whole words: “initial”, “general”, “address” and “silver” ask for nothing', () => {
    for (const word of [
      'initial',
      'general',
      'address',
      'silver',
      'getaway',
      'Alan',
      'showroom',
      'listless',
      'İstanbul',
    ]) {
      expect(classifyIntent(`Some ${word} thoughts of my grandmother`)).toMatchObject({
        category: 'out_of_scope',
        confidence: 'low',
      })
    }
    expect(classifyIntent('The initial address is in general fine, with a silver edge', { model: 'shop' })).toEqual({
      category: 'content_operation',
      confidence: 'medium',
      defaults: { model: 'shop' },
    })
  })

  it('reads a verb whose particle comes later, and a noun that looks like a verb', () => {
    expect(categoryOf('Set the project up with a blog')).toBe('project_operation')
    expect(categoryOf('Set the title of the post')).not.toBe('project_operation')
    expect(categoryOf('Yazar modeline e-posta alanı ekle')).toBe('model_operation')
    expect(categoryOf('Bana bir başlık yazar mısın')).toBe('content_operation')
    expect(categoryOf('Yazar ekle')).toBe('content_operation')
  })

  it('lower-cases each language by its own rules', () => {
    expect(categoryOf('SİL')).toBe('content_operation')
    expect(categoryOf('LIST THE ENTRIES')).toBe('query')
    expect(categoryOf('INITIALIZE')).toBe('project_operation')
    expect(categoryOf('BAŞLIĞI DEĞİŞTİR')).toBe('content_operation')
  })

  it('takes what is open as the default, and is certain only when one reading is ahead', () => {
    const open = { model: 'blog', locale: 'en', entry: 'hello' }
    expect(classifyIntent('Update the description', open)).toEqual({
      category: 'content_operation',
      confidence: 'high',
      defaults: open,
    })
    expect(classifyIntent('shorter, and friendlier', open).confidence).toBe('medium')
    expect(classifyIntent('And now?')).toEqual({ category: 'query', confidence: 'low', defaults: {} })
    expect(classifyIntent('Find the post about ships and delete it').confidence).not.toBe('high')
  })

  it('takes any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => classifyIntent(text).category.length > 0))
  })
})
