/** Lines on a grid of 24 units. */
const SHAPES = {
  menu: 'M4 5h16M4 12h16M4 19h16',
  close: 'M6 6l12 12M18 6L6 18',
  pause: 'M5.5 3.5h4v17h-4zM14.5 3.5h4v17h-4z',
  play: 'M6 3.5v17L20.5 12z',
  leave: 'M7 7h10v10M7 17L17 7',
};

interface IconProps {
  readonly shape: keyof typeof SHAPES;
  /** Width and height in px. */
  readonly size?: number;
  /** In units of the grid. */
  readonly stroke?: number;
  readonly className?: string | undefined;
}

/** An icon next to its words, or in a button that has a name: assistive technology does not see it. */
export function Icon({ shape, size = 24, stroke = 2, className }: IconProps) {
  return (
    <svg
      className={className}
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={SHAPES[shape]} />
    </svg>
  );
}
