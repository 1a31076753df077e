import type { ColorToken, FontFamily, MediaEntry } from '@atelier/site'
import { describe, expect, it, test } from 'vitest'
import { colorRamp, newColor } from './colors.ts'
import { fontToken, freeFontFiles, missingWeights, nameAfterUpload } from './fonts.ts'
import { largestOf, rangeText, sampleSize } from './scale.ts'

describe('a new colour', () => {
  const named = (...slugs: string[]) => slugs.map((slug) => ({ slug }))
  const usual = named('primary', 'ink', 'paper', 'accent', 'muted')

  it('takes the first suggested name that is free', () => {
    expect(newColor([]).slug).toBe('primary')
    expect(newColor(named('primary', 'paper'))).toEqual({ slug: 'ink', lightValue: '#1c1f26' })
  })

  it('is numbered once the suggestions are taken, and never after one that is there', () => {
    expect(newColor(usual).slug).toBe('color-6')
    expect(newColor([...usual, ...named('color-7')]).slug).toBe('color-8')
  })
})

test('a ramp goes from the darkest shade over the colour to the lightest tint', () => {
  const color: ColorToken = {
    id: 'c',
    slug: 'ink',
    lightValue: '#808080',
    category: undefined,
    darkValue: undefined,
    darkModeEnabled: false,
    shades: 2,
    tints: 2,
    transparencies: true,
  }
  expect(colorRamp(color).map(({ variable }) => variable)).toEqual(['ink-d-2', 'ink-d-1', 'ink', 'ink-l-1', 'ink-l-2'])
  expect(colorRamp({ ...color, shades: 0, tints: 0 })).toEqual([{ variable: 'ink', value: '#808080' }])
})

describe('a new font', () => {
  const form = { name: ' Heading ', google: '', weights: '', familyId: '', fallback: 'serif' }

  it('is a Google font, a family of the site, or only its fallback', () => {
    expect(fontToken({ ...form, google: ' Inter ', familyId: 'f' })).toEqual({
      name: 'Heading',
      fallback: 'serif',
      googleFamily: 'Inter',
    })
    expect(fontToken({ ...form, google: 'Inter', weights: '400 , 600' })).toMatchObject({ variants: ['400', '600'] })
    expect(fontToken({ ...form, familyId: 'f' })).toEqual({ name: 'Heading', fallback: 'serif', familyId: 'f' })
    expect(fontToken(form)).toEqual({ name: 'Heading', fallback: 'serif' })
  })

  it('without a name is called after its family, else Body', () => {
    expect(fontToken({ ...form, name: ' ', google: 'Inter' }).name).toBe('Inter')
    expect(fontToken({ ...form, name: '', familyId: 'f' }).name).toBe('Body')
  })

  it('is called after its file, unless a name was typed', () => {
    expect(nameAfterUpload(' ', 'Kiln.Sans.woff2')).toBe('Kiln.Sans')
    expect(nameAfterUpload('', 'Kiln')).toBe('Kiln')
    expect(nameAfterUpload('Heading', 'Kiln.woff2')).toBe('Heading')
  })

  it('offers the weights that the styles use and an installed family lacks', () => {
    const family: FontFamily = {
      id: 'f',
      family: 'Inter',
      source: 'google',
      variants: ['400', '700italic'],
      subsets: [],
      files: [],
    }
    expect(missingWeights(family, [400, 450, 600, 700])).toEqual(['600'])
    expect(missingWeights({ ...family, source: 'custom' }, [600])).toEqual([])
  })

  it('can be made of an uploaded font file that no family uses', () => {
    const file = (id: string, type: string): MediaEntry => ({
      id,
      type,
      hash: id,
      name: id,
      path: id,
      bytes: 1,
      folder: '',
      createdAt: 0,
    })
    const media = [file('a', 'font/woff2'), file('b', 'font/otf'), file('c', 'image/png'), file('d', 'font/woff2x')]
    const used = [
      {
        files: [
          {
            variant: '400',
            subset: 'latin',
            hash: 'a',
            format: 'woff2' as const,
            path: 'a.woff2',
            unicodeRange: undefined,
            bytes: 1,
          },
        ],
      },
    ]
    expect(freeFontFiles(media, used).map(({ id }) => id)).toEqual(['b'])
  })
})

describe('a step of a scale', () => {
  it('is measured against the largest on any screen', () => {
    expect(
      largestOf([
        { min: 10, max: 12 },
        { min: 30, max: 20 },
      ]),
    ).toBe(30)
  })

  it('is shown in its size, scaled down with the largest, and never too small to read', () => {
    expect(sampleSize(20, 40)).toBe(20)
    expect(sampleSize(88, 88)).toBe(44)
    expect(sampleSize(40, 88)).toBe(20)
    expect(sampleSize(10, 880)).toBe(9)
  })

  it('names its sizes, small ones with a decimal', () => {
    expect(rangeText({ min: 9.46, max: 12.3 })).toBe('9.5–12')
    expect(rangeText({ min: 4, max: 9.96 })).toBe('4–10')
  })
})
