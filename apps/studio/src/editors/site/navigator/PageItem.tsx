import type { PageEntry } from '@atelier/site'
import { ChevronRight, Ellipsis, FileText, Folder, House } from 'lucide-react'
import type { ComponentPropsWithoutRef } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { RenameField } from '../fields/RenameField.tsx'
import type { PageRow } from '../model/pagesTree.ts'
import { AgentLock } from './AgentLock.tsx'
import styles from './Navigator.module.css'
import * as strings from './strings.ts'

export interface PageItemProps extends ComponentPropsWithoutRef<'div'> {
  row: PageRow
  isOpen: boolean
  isDropped: boolean
  /** Which of its fields is being typed in. */
  editing: 'title' | 'path' | undefined
  /** Whether no agent changes it. */
  isLocked: boolean
  onUnlock: () => void
  /** The template that it is published in. */
  templates: string
  menu: readonly MenuEntry[]
  /** The page and its translations, where there are some. */
  locales: readonly { locale: string; page: PageEntry }[]
  /** The one of them that the line shows. */
  shown: PageEntry | undefined
  onLocale: (pageId: string) => void
  onFold: () => void
  onOpen: () => void
  onRename: () => void
  /** With the new title, or undefined if it stays. */
  onTitle: (title: string | undefined) => void
  onPath: (slug: string | undefined) => void
}

/** One line of the pages: a page, or a part of paths that no page has. */
export function PageItem({
  row,
  isOpen,
  isDropped,
  editing,
  isLocked,
  onUnlock,
  templates,
  menu,
  locales,
  shown,
  onLocale,
  onFold,
  onOpen,
  onRename,
  onTitle,
  onPath,
  ...rest
}: PageItemProps) {
  const { path, depth, branch, open } = row
  const page = row.page && (shown ?? row.page)
  const shownLocale = locales.find((each) => each.page.id === page?.id)?.locale ?? ''
  const part = path.slice(path.lastIndexOf('/') + 1)
  const shownPath = path === 'index' ? '/' : `/${path}`
  const Icon = !page ? Folder : path === 'index' ? House : FileText
  return (
    <div
      {...rest}
      className={`${styles.row} ${styles.page}`}
      style={{ paddingInlineStart: 2 + depth * 12 }}
      data-selected={isOpen || undefined}
      data-drop={isDropped ? 'into' : undefined}
    >
      {branch ? (
        <button
          type="button"
          className={styles.twist}
          data-open={open || undefined}
          aria-expanded={open}
          aria-label={strings.foldPath(open, shownPath)}
          onClick={onFold}
        >
          <ChevronRight size={12} />
        </button>
      ) : (
        <span className={styles.twist} />
      )}
      <span className={styles.icon}>
        <Icon size={13} />
      </span>
      {!page && <span className={`${styles.title} ${'color-secondary'}`}>{part}</span>}
      {page && editing === 'title' && (
        <RenameField label={strings.titleOfThePage} value={page.title} onDone={onTitle} />
      )}
      {page && editing !== 'title' && (
        <button
          type="button"
          className={styles.title}
          style={{ textAlign: 'start', height: '100%' }}
          aria-current={isOpen ? 'page' : undefined}
          title={templates === '' ? undefined : strings.publishedIn(templates)}
          onClick={onOpen}
          onDoubleClick={onRename}
        >
          {page.title}
        </button>
      )}
      {page && editing === 'path' && <RenameField label={strings.pathOfThePage} value={page.slug} onDone={onPath} />}
      {editing !== 'path' && <span className={styles.slug}>{depth > 0 ? `/${part}` : shownPath}</span>}
      {page && isLocked && <AgentLock title={page.title} onUnlock={onUnlock} />}
      {page && locales.length > 1 && (
        <Menu
          align="end"
          trigger={
            <button type="button" className={styles.locale} aria-label={strings.languagesOf(shownLocale, page.title)}>
              {shownLocale}
            </button>
          }
          entries={locales.map((each) => ({
            label: strings.pageInLocale(each.locale, each.page.title),
            checked: each.page.id === page.id,
            onSelect: () => onLocale(each.page.id),
          }))}
        />
      )}
      {page && (
        <span className={styles.actions}>
          <Menu
            align="end"
            trigger={
              <IconButton label={strings.moreAbout(page.title)} size="sm">
                <Ellipsis size={14} />
              </IconButton>
            }
            entries={menu}
          />
        </span>
      )}
    </div>
  )
}
