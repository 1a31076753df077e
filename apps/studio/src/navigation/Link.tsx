import type { AnchorHTMLAttributes } from 'react'
import { useLocation, Link as WouterLink } from 'wouter'
import { useNavigation } from './context.ts'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** One of `paths`. */
  to: string
}

/** A link to a page of the studio; the page's code is loaded as soon as the link is pointed at or focused. */
export function Link({ to, ...rest }: LinkProps) {
  const [pathname] = useLocation()
  const { preload } = useNavigation()
  return (
    <WouterLink
      href={to}
      aria-current={pathname === to ? 'page' : undefined}
      onPointerEnter={() => preload(to)}
      onFocus={() => preload(to)}
      {...rest}
    />
  )
}
