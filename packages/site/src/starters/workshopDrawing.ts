/** An oblique projection of the chair, drawn apart: seven kinds of part, numbered as in the list beside it. */
export const drawing = `<svg class="drawing" viewBox="-250 -530 530 775" role="img" aria-label="The chair drawn apart into its seven numbered parts">
      <path class="axis" d="M-131.6 -20L-131.6 -172M6.9 60L6.9 -92M-69.3 -52L-69.3 -128M48.5 -388L55.4 -456M187.1 -308L194 -376"/>
      <path class="wood-top" d="M-20.8 16L-10.4 22L-114.3 82L-124.7 76Z"/>
      <path class="wood-left" d="M-124.7 88L-114.3 94L-114.3 82L-124.7 76Z"/>
      <path class="wood-right" d="M-10.4 34L-114.3 94L-114.3 82L-10.4 22Z"/>
      <path class="wood-top" d="M55.4 -400L69.3 -392L55.4 -384L41.6 -392Z"/>
      <path class="wood-left" d="M41.6 -24L55.4 -16L55.4 -384L41.6 -392Z"/>
      <path class="wood-right" d="M69.3 -24L55.4 -16L55.4 -384L69.3 -392Z"/>
      <path class="wood-top" d="M-131.6 -28L-117.8 -20L-131.6 -12L-145.5 -20Z"/>
      <path class="wood-left" d="M-145.5 140L-131.6 148L-131.6 -12L-145.5 -20Z"/>
      <path class="wood-right" d="M-117.8 140L-131.6 148L-131.6 -12L-117.8 -20Z"/>
      <path class="wood-top" d="M135.1 106L145.5 112L41.6 172L31.2 166Z"/>
      <path class="wood-left" d="M31.2 178L41.6 184L41.6 172L31.2 166Z"/>
      <path class="wood-right" d="M145.5 124L41.6 184L41.6 172L145.5 112Z"/>
      <path class="wood-top" d="M-17.3 -170L-6.9 -164L-117.8 -100L-128.2 -106Z"/>
      <path class="wood-left" d="M-128.2 -78L-117.8 -72L-117.8 -100L-128.2 -106Z"/>
      <path class="wood-right" d="M-6.9 -136L-117.8 -72L-117.8 -100L-6.9 -164Z"/>
      <path class="wood-top" d="M17.3 -170L135.1 -102L124.7 -96L6.9 -164Z"/>
      <path class="wood-left" d="M6.9 -136L124.7 -68L124.7 -96L6.9 -164Z"/>
      <path class="wood-right" d="M135.1 -74L124.7 -68L124.7 -96L135.1 -102Z"/>
      <path class="wood-top" d="M90.1 -388L103.9 -380L97 -376L83.1 -384Z"/>
      <path class="wood-left" d="M83.1 -248L97 -240L97 -376L83.1 -384Z"/>
      <path class="wood-right" d="M103.9 -244L97 -240L97 -376L103.9 -380Z"/>
      <path class="wood-top" d="M194 -320L207.8 -312L194 -304L180.1 -312Z"/>
      <path class="wood-left" d="M180.1 56L194 64L194 -304L180.1 -312Z"/>
      <path class="wood-right" d="M207.8 56L194 64L194 -304L207.8 -312Z"/>
      <path class="wood-top" d="M124.7 -368L138.6 -360L131.6 -356L117.8 -364Z"/>
      <path class="wood-left" d="M117.8 -228L131.6 -220L131.6 -356L117.8 -364Z"/>
      <path class="wood-right" d="M138.6 -224L131.6 -220L131.6 -356L138.6 -360Z"/>
      <path class="wood-top" d="M159.3 -348L173.2 -340L166.3 -336L152.4 -344Z"/>
      <path class="wood-left" d="M152.4 -208L166.3 -200L166.3 -336L152.4 -344Z"/>
      <path class="wood-right" d="M173.2 -204L166.3 -200L166.3 -336L173.2 -340Z"/>
      <path class="wood-top" d="M6.9 52L20.8 60L6.9 68L-6.9 60Z"/>
      <path class="wood-left" d="M-6.9 220L6.9 228L6.9 68L-6.9 60Z"/>
      <path class="wood-right" d="M20.8 220L6.9 228L6.9 68L20.8 60Z"/>
      <path class="wood-top" d="M-117.8 -92L0 -24L-10.4 -18L-128.2 -86Z"/>
      <path class="wood-left" d="M-128.2 -58L-10.4 10L-10.4 -18L-128.2 -86Z"/>
      <path class="wood-right" d="M0 4L-10.4 10L-10.4 -18L0 -24Z"/>
      <path class="wood-top" d="M124.7 -88L135.1 -82L24.2 -18L13.9 -24Z"/>
      <path class="wood-left" d="M13.9 4L24.2 10L24.2 -18L13.9 -24Z"/>
      <path class="wood-right" d="M135.1 -54L24.2 10L24.2 -18L135.1 -82Z"/>
      <path class="wood-top" d="M0 -276L159.3 -184L6.9 -96L-152.4 -188Z"/>
      <path class="wood-left" d="M-152.4 -172L6.9 -80L6.9 -96L-152.4 -188Z"/>
      <path class="wood-right" d="M159.3 -168L6.9 -80L6.9 -96L159.3 -184Z"/>
      <path class="wood-top" d="M55.4 -516L214.8 -424L200.9 -416L41.6 -508Z"/>
      <path class="wood-left" d="M41.6 -460L200.9 -368L200.9 -416L41.6 -508Z"/>
      <path class="wood-right" d="M214.8 -376L200.9 -368L200.9 -416L214.8 -424Z"/>
      <path class="leader" d="M6.9 172L150 175"/>
      <circle class="dot" cx="6.9" cy="172" r="3"/>
      <text class="number" x="160" y="180">1</text>
      <path class="leader" d="M200.9 -20L250 60"/>
      <circle class="dot" cx="200.9" cy="-20" r="3"/>
      <text class="number" x="260" y="65">2</text>
      <path class="leader" d="M79.7 -134L215 -110"/>
      <circle class="dot" cx="79.7" cy="-134" r="3"/>
      <text class="number" x="225" y="-105">3</text>
      <path class="leader" d="M-97 -112L-215 -40"/>
      <circle class="dot" cx="-97" cy="-112" r="3"/>
      <text class="number" x="-225" y="-35" text-anchor="end">4</text>
      <path class="leader" d="M83.1 -464L-160 -420"/>
      <circle class="dot" cx="83.1" cy="-464" r="3"/>
      <text class="number" x="-170" y="-415" text-anchor="end">5</text>
      <path class="leader" d="M90.1 -324L-190 -270"/>
      <circle class="dot" cx="90.1" cy="-324" r="3"/>
      <text class="number" x="-200" y="-265" text-anchor="end">6</text>
      <path class="leader" d="M-110.9 72L-215 120"/>
      <circle class="dot" cx="-110.9" cy="72" r="3"/>
      <text class="number" x="-225" y="125" text-anchor="end">7</text>
    </svg>`
