import type { PublicPicture } from '#contract/search/shapes.ts';
import { cx } from '../cx.ts';
import classes from './pic.module.css';

export interface ResponsivePictureProps {
  picture: PublicPicture;
  /** The displayed width, in the syntax of an image's `sizes`. */
  sizes: string;
  /** The picture is visible as soon as the page opens: the first of a gallery, the cover of the first cards. */
  eager?: boolean;
  className?: string | undefined;
}

/**
 * A picture that keeps its space: as wide as its parent and in its own proportions, 4:3 if they are unknown; a class that sets a height or an aspect
 * ratio crops it. Its main colour is shown until it has loaded.
 */
export function ResponsivePicture({ picture, sizes, eager = false, className }: ResponsivePictureProps) {
  const { src, webp, avif, width, height, colour, alt } = picture;
  return (
    <picture className={cx(classes.pic, className)} style={colour ? { backgroundColor: colour } : undefined}>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        src={src}
        alt={alt}
        {...(width && height ? { width, height } : {})}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding={eager ? 'auto' : 'async'}
      />
    </picture>
  );
}
