import { expect, test } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { readTree } from '../document/tree.ts'
import { getStyle } from '../operations/styles/getStyle.ts'

/** Every shorthand of CSS with some of the longhands that it sets, the first and the last of them included. */
const shorthands: Readonly<Record<string, string>> = {
  animation: 'animation-duration animation-name animation-timeline animation-range-end',
  'animation-range': 'animation-range-start animation-range-end',
  background: 'background-image background-position-x background-size background-repeat background-color',
  'background-position': 'background-position-x background-position-y',
  border: 'border-top-width border-right-style border-left-color border-image-source',
  'border-block': 'border-top-width border-bottom-color',
  'border-block-end': 'border-bottom-width border-bottom-color',
  'border-block-start': 'border-top-width border-top-color',
  'border-bottom': 'border-bottom-width border-bottom-color',
  'border-color': 'border-top-color border-left-color',
  'border-image': 'border-image-source border-image-repeat',
  'border-inline': 'border-left-width border-right-color',
  'border-inline-end': 'border-right-width border-right-color',
  'border-inline-start': 'border-left-width border-left-color',
  'border-left': 'border-left-width border-left-color',
  'border-radius': 'border-top-left-radius border-bottom-left-radius',
  'border-right': 'border-right-width border-right-color',
  'border-style': 'border-top-style border-left-style',
  'border-top': 'border-top-width border-top-color',
  'border-width': 'border-top-width border-left-width',
  caret: 'caret-color caret-shape',
  'column-rule': 'column-rule-width column-rule-color',
  columns: 'column-width column-count',
  'contain-intrinsic-size': 'contain-intrinsic-width contain-intrinsic-height',
  container: 'container-name container-type',
  'corner-shape': 'corner-top-left-shape corner-bottom-left-shape',
  flex: 'flex-grow flex-shrink flex-basis',
  'flex-flow': 'flex-direction flex-wrap',
  font: 'font-style font-weight font-size line-height font-family font-variant-caps font-kerning',
  'font-synthesis': 'font-synthesis-weight font-synthesis-position',
  'font-variant': 'font-variant-ligatures font-variant-emoji',
  gap: 'row-gap column-gap',
  grid: 'grid-template-rows grid-template-areas grid-auto-flow grid-auto-columns',
  'grid-area': 'grid-row-start grid-column-end',
  'grid-column': 'grid-column-start grid-column-end',
  'grid-row': 'grid-row-start grid-row-end',
  'grid-template': 'grid-template-rows grid-template-areas',
  inset: 'top right bottom left',
  'inset-block': 'top bottom',
  'inset-inline': 'left right',
  'list-style': 'list-style-position list-style-image list-style-type',
  margin: 'margin-top margin-left',
  'margin-block': 'margin-top margin-bottom',
  'margin-inline': 'margin-left margin-right',
  mask: 'mask-image mask-position-x mask-size mask-mode',
  'mask-border': 'mask-border-source mask-border-mode',
  'mask-position': 'mask-position-x mask-position-y',
  offset: 'offset-position offset-path offset-anchor',
  outline: 'outline-width outline-style outline-color',
  overflow: 'overflow-x overflow-y',
  'overscroll-behavior': 'overscroll-behavior-x overscroll-behavior-y',
  padding: 'padding-top padding-left',
  'padding-block': 'padding-top padding-bottom',
  'padding-inline': 'padding-left padding-right',
  'place-content': 'align-content justify-content',
  'place-items': 'align-items justify-items',
  'place-self': 'align-self justify-self',
  'position-try': 'position-try-order position-try-fallbacks',
  'scroll-margin': 'scroll-margin-top scroll-margin-left',
  'scroll-margin-block': 'scroll-margin-top scroll-margin-bottom',
  'scroll-margin-inline': 'scroll-margin-left scroll-margin-right',
  'scroll-padding': 'scroll-padding-top scroll-padding-left',
  'scroll-padding-block': 'scroll-padding-top scroll-padding-bottom',
  'scroll-padding-inline': 'scroll-padding-left scroll-padding-right',
  'scroll-timeline': 'scroll-timeline-name scroll-timeline-axis',
  'text-box': 'text-box-trim text-box-edge',
  'text-decoration': 'text-decoration-line text-decoration-thickness text-decoration-color',
  'text-emphasis': 'text-emphasis-style text-emphasis-color',
  'text-wrap': 'text-wrap-mode text-wrap-style',
  transition: 'transition-property transition-duration transition-timing-function transition-behavior',
  'view-timeline': 'view-timeline-name view-timeline-inset',
  'white-space': 'white-space-collapse text-wrap-mode',
  all: 'color margin-top font-size display',
  '-webkit-text-stroke': '-webkit-text-stroke-width -webkit-text-stroke-color',
}

test.each(Object.entries(shorthands))(
  '%s beats its earlier longhands, and its later ones beat it',
  async (name, list) => {
    const names = list.split(' ')
    const declared = names.map((each) => `${each}: initial;`).join(' ')
    const project = createTestProject()
    const css = `.early { ${declared} } .early { ${name}: initial; } .late { ${name}: initial; ${declared} }`
    const { pageId } = project.addPage('<p class="early">x</p><div class="late">x</div>', { css })
    project.editor.documentId = pageId
    const tree = readTree(project.pages.get(pageId) ?? expect.fail())
    const winners = async (tag: string) => {
      const nodeId = [...tree.walk()].find((node) => node.tag === tag)?.id ?? expect.fail()
      const result = await project.run(getStyle, { nodeId })
      if (!result.ok || !result.data) throw new Error(JSON.stringify(result))
      const { longhands } = result.data
      return names.map((each) => {
        const { source, overridden } = longhands.find(({ property }) => property === each) ?? expect.fail(each)
        return [source.property, overridden[0]?.property]
      })
    }
    expect(await winners('p')).toEqual(names.map((each) => [name, each]))
    expect(await winners('div')).toEqual(names.map((each) => [each, name]))
  },
)
