import { InsertionMode, Parser, html as spec, type Token, type TreeAdapterTypeMap } from 'parse5'

const { TAG_ID } = spec
/** Elements that a browser looks for within the innermost `<select>` only: it bounds every scope but that of tables. */
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
/** The modes that hold on to their table while they take a tag by the rules “in body”. */
const IN_TABLES: ReadonlySet<InsertionMode> = new Set([
  InsertionMode.IN_TABLE,
  InsertionMode.IN_CAPTION,
  InsertionMode.IN_TABLE_BODY,
  InsertionMode.IN_ROW,
  InsertionMode.IN_CELL,
])

/**
 * The HTML standard's tree builder where parse5 lags behind it: a `<select>` holds what any element holds (the modes
 * “in select” and “in select in table” are gone, 13.2.6.4.7), it bounds the scopes, and a `<template>` bounds the scope
 * of tables (13.2.4.2).
 */
export class TreeBuilder<Types extends TreeAdapterTypeMap> extends Parser<Types> {
  #selects = false
  #templates = false

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
        // Implied end tags but that of an optgroup.
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

  /** Only where the context of a fragment is a `<select>`: open ones select no mode. */
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

  /** Any tag but that of a column ends their group, also one that is dropped. */
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
    // What selects a mode when it is reset.
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
