import { InsertionMode, Parser, html as spec, type Token, type TreeAdapterTypeMap } from 'parse5'
import type { Loss } from './losses.ts'

const { TAG_ID } = spec
/** Bounds every scope except that of tables: a browser looks for elements within the innermost `<select>` only. */
const BOUND = TAG_ID.SELECT
const TABLE_BOUND = TAG_ID.TEMPLATE
const HEADINGS = [TAG_ID.H1, TAG_ID.H2, TAG_ID.H3, TAG_ID.H4, TAG_ID.H5, TAG_ID.H6]
const TABLE_BODIES = [TAG_ID.TBODY, TAG_ID.TFOOT, TAG_ID.THEAD]
/** Elements whose end tags are implied. HTML, 13.2.6.3. */
const IMPLIED_END: ReadonlySet<number> = new Set([
  TAG_ID.DD,
  TAG_ID.DT,
  TAG_ID.LI,
  TAG_ID.OPTGROUP,
  TAG_ID.OPTION,
  TAG_ID.P,
  TAG_ID.RB,
  TAG_ID.RP,
  TAG_ID.RT,
  TAG_ID.RTC,
])
/** The modes that keep their table while they handle a tag by the rules “in body”. */
const IN_TABLES: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.IN_TABLE,
  InsertionMode.IN_CAPTION,
  InsertionMode.IN_TABLE_BODY,
  InsertionMode.IN_ROW,
  InsertionMode.IN_CELL,
])

/**
 * The HTML standard's tree builder, ahead of parse5 in this: a `<select>` holds what any element holds (the modes
 * “in select” and “in select in table” are gone, 13.2.6.4.7), it bounds the scopes, and a `<template>` bounds the scope
 * of tables (13.2.4.2).
 */
export class TreeBuilder<Types extends TreeAdapterTypeMap> extends Parser<Types> {
  /** The tags, and attributes of repeated tags, that had no effect. */
  readonly losses: Loss[] = []
  /** The attributes of the current tag, until an element has them. */
  #reading: readonly Token.Attribute[] | undefined
  /** Attributes of the html and body elements, once a second such tag was read. */
  readonly #merged = new Map<number, Map<string, string>>()
  #selects = false
  #templates = false

  override onStartTag(token: Token.TagToken): void {
    const { attrs } = token
    if (this.#reading === attrs) {
      super.onStartTag(token)
      return
    }
    this.#reading = attrs
    const replaced = token.tagID === TAG_ID.FRAMESET ? this.openElements.items[1] : undefined
    super.onStartTag(token)
    const isLost = this.#reading === attrs
    this.#reading = undefined
    if (isLost) this.#lose(token)
    else if (replaced) this.#loseChildren(replaced)
  }

  override _createElement(
    tagName: string,
    namespace: spec.NS,
    attrs: Token.Attribute[],
    parent: Types['parentNode'],
  ): Types['element'] {
    if (attrs === this.#reading) this.#reading = undefined
    return super._createElement(tagName, namespace, attrs, parent)
  }

  #lose({ tagName: tag, tagID, attrs }: Token.TagToken): void {
    const isMerged = tagID === TAG_ID.HTML || tagID === TAG_ID.BODY
    if (!isMerged || this.fragmentContext !== null || this.openElements.tmplCount > 0) {
      this.losses.push({ tag, attrs })
      return
    }
    // A second tag adds its attributes to the first element, except those that it already has.
    const element = this.openElements.items[tagID === TAG_ID.HTML ? 0 : 1]
    if (!element) return
    let known = this.#merged.get(tagID)
    if (!known) {
      known = new Map(this.treeAdapter.getAttrList(element).map(({ name, value }) => [name, value]))
      this.#merged.set(tagID, known)
    }
    const lost: Token.Attribute[] = []
    for (const attribute of attrs) {
      const value = known.get(attribute.name)
      if (value === undefined) known.set(attribute.name, attribute.value)
      else if (value !== attribute.value) lost.push(attribute)
    }
    if (lost.length > 0) this.losses.push({ tag, attrs: lost, onlyAttributes: true })
  }

  /** Records the body's children as lost when a frameset replaces the body. */
  #loseChildren(body: Types['parentNode']): void {
    const { treeAdapter } = this
    const stack = [...treeAdapter.getChildNodes(body)]
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (!treeAdapter.isElementNode(node)) continue
      this.losses.push({ tag: treeAdapter.getTagName(node), attrs: treeAdapter.getAttrList(node) })
      stack.push(...treeAdapter.getChildNodes(node))
    }
  }

  override _startTagOutsideForeignContent(token: Token.TagToken): void {
    switch (token.tagID) {
      case TAG_ID.SELECT:
        this.#startSelect(token)
        return
      case TAG_ID.TEMPLATE:
        this.#boundTables()
        break
      case TAG_ID.INPUT:
        if (this.#inSelect()) this.openElements.popUntilTagNamePopped(BOUND)
        break
      case TAG_ID.OPTION:
        // Implied end tags except that of an optgroup.
        if (this.#inSelect()) this.#closeImplied(TAG_ID.OPTGROUP)
        break
      case TAG_ID.OPTGROUP:
        if (this.#inSelect()) this.#closeImplied()
        break
      case TAG_ID.HR:
        if (this.#inSelect()) {
          if (this.openElements.hasInButtonScope(TAG_ID.P)) this._closePElement()
          this.#closeImplied()
        }
        break
      default:
    }
    super._startTagOutsideForeignContent(token)
  }

  override _endTagOutsideForeignContent(token: Token.TagToken): void {
    if (token.tagID === BOUND && this.#inSelect()) {
      this.#closeImplied()
      this.openElements.popUntilTagNamePopped(BOUND)
    } else super._endTagOutsideForeignContent(token)
  }

  /** Called only if the context of a fragment is a `<select>`: open ones select no mode. */
  override _resetInsertionModeForSelect(): void {
    this.insertionMode = InsertionMode.IN_BODY
  }

  #startSelect(token: Token.TagToken): void {
    if (this.fragmentContext !== null && this.fragmentContextID === BOUND) {
      this.#leaveColumns()
      return
    }
    if (this.#inSelect()) {
      this.openElements.popUntilTagNamePopped(BOUND)
      return
    }
    this.#boundScopes()
    const before = this.insertionMode
    const pending = this.originalInsertionMode
    super._startTagOutsideForeignContent(token)
    // It was inserted by the rules “in body”, whatever the mode; parse5 then leaves that mode.
    if (this.insertionMode !== InsertionMode.IN_SELECT && this.insertionMode !== InsertionMode.IN_SELECT_IN_TABLE)
      return
    const mode = before === InsertionMode.IN_TABLE_TEXT ? pending : before
    this.insertionMode = IN_TABLES.has(mode)
      ? mode
      : mode === InsertionMode.IN_COLUMN_GROUP
        ? InsertionMode.IN_TABLE
        : InsertionMode.IN_BODY
  }

  #inSelect(): boolean {
    return this.#selects && this.openElements.indexOfTopmost(BOUND) >= 0 && this.openElements.hasInScope(BOUND)
  }

  /** Ends a column group: any tag except that of a column does, even if it is dropped. */
  #leaveColumns(): void {
    if (this.insertionMode !== InsertionMode.IN_COLUMN_GROUP) return
    if (this.openElements.currentTagId !== TAG_ID.COLGROUP) return
    this.openElements.pop()
    this.insertionMode = InsertionMode.IN_TABLE
  }

  #closeImplied(except?: spec.TAG_ID): void {
    const { openElements } = this
    const isImplied = (tag: number | undefined) => tag !== undefined && tag !== except && IMPLIED_END.has(tag)
    while (isImplied(openElements.currentTagId) && !this.currentNotInHTML) openElements.pop()
  }

  /** From the first `<select>` on: what is open outside of it is not in scope. */
  #boundScopes(): void {
    if (this.#selects) return
    this.#selects = true
    const stack = this.openElements
    const [inScope, inListItemScope, inButtonScope] = [
      stack.hasInScope.bind(stack),
      stack.hasInListItemScope.bind(stack),
      stack.hasInButtonScope.bind(stack),
    ]
    const headerInScope = stack.hasNumberedHeaderInScope.bind(stack)
    const topmostOf = stack.indexOfTopmostOf.bind(stack)
    const isInside = (index: number) => index >= stack.indexOfTopmost(BOUND)
    stack.hasInScope = (tag, element) =>
      inScope(tag, element) && isInside(element ? stack._indexOf(element) : stack.indexOfTopmost(tag))
    stack.hasInListItemScope = (tag) => inListItemScope(tag) && isInside(stack.indexOfTopmost(tag))
    stack.hasInButtonScope = (tag) => inButtonScope(tag) && isInside(stack.indexOfTopmost(tag))
    stack.hasNumberedHeaderInScope = () => headerInScope() && isInside(topmostOf(HEADINGS))
    // The elements that select the insertion mode when it is reset.
    stack.indexOfTopmostOf = (tags) => topmostOf(tags.includes(BOUND) ? tags.filter((tag) => tag !== BOUND) : tags)
  }

  /** From the first `<template>` on: a table around it is not in the scope of tables. */
  #boundTables(): void {
    if (this.#templates) return
    this.#templates = true
    const stack = this.openElements
    const [inScope, bodyInScope] = [
      stack.hasInTableScope.bind(stack),
      stack.hasTableBodyContextInTableScope.bind(stack),
    ]
    const isInside = (index: number) => index >= stack.indexOfTopmost(TABLE_BOUND)
    stack.hasInTableScope = (tag) => inScope(tag) && isInside(stack.indexOfTopmost(tag))
    stack.hasTableBodyContextInTableScope = () => bodyInScope() && isInside(stack.indexOfTopmostOf(TABLE_BODIES))
  }
}
