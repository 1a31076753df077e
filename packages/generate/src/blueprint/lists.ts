/** The purposes of a page's section. */
export const SECTION_TYPES = [
  'hero',
  'features',
  'testimonials',
  'pricing',
  'faq',
  'stats',
  'team',
  'gallery',
  'form',
  'timeline',
  'comparison',
  'cta-banner',
  'case-study',
  'process-steps',
  'logo-cloud',
  'video-showcase',
  'map-contact',
  'blog-grid',
  'portfolio-grid',
  'before-after',
  'scrollytelling',
  'mega-menu-preview',
  'calculator-tool',
  'custom',
] as const

export const LAYOUTS = [
  'bento-grid',
  'split-screen',
  'card-mosaic',
  'asymmetric',
  'centered-minimal',
  'horizontal-scroll',
  'diagonal',
  'full-bleed',
  'stacked',
  'sticky-stack',
  'overlapping-layers',
  'cinematic-fullscreen',
  'alternating-sides',
  'custom',
] as const

export const MEDIA_TYPES = [
  'hero-image',
  'inline-photos',
  'icons-only',
  'background-pattern',
  'illustration',
  'video-embed',
  'gradient-mesh',
  'none',
] as const

export const INTERACTIVE_ELEMENTS = [
  'accordion',
  'tabs',
  'carousel',
  'counter-animation',
  'toggle-switch',
  'hover-reveal',
  'progressive-disclosure',
  'before-after-slider',
  'tilt-card',
  'magnetic-button',
  'none',
] as const

export const MOTION_INTENTS = [
  'entrance-reveal',
  'staggered-cards',
  'parallax-bg',
  'counter-animation',
  'kinetic-type',
  'hover-showcase',
  'scroll-reveal',
  'text-reveal',
  'zoom-entrance',
  'none',
] as const

export const SURFACES = [
  'textured',
  'layered-gradients',
  'glassmorphism',
  'clean',
  'organic',
  'neubrutalist',
  'claymorphism',
] as const

export const VISUAL_STYLES = [
  'editorial-magazine',
  'tech-minimal',
  'luxury-refined',
  'bold-expressive',
  'organic-warm',
  'brutalist-raw',
  'retro-nostalgic',
  'corporate-clean',
] as const

export const VISUAL_WEIGHTS = ['hero-heavy', 'content-dense', 'balanced', 'minimal'] as const

export const CONTENT_DEPTHS = ['minimal', 'standard', 'rich'] as const
