import { useTranslator } from '#platform/web/translator.tsx';
import type { CarouselLabels } from '#ui/carousel.tsx';

/** Returns the texts of a carousel in the language of the page. */
export function useCarouselLabels(): CarouselLabels {
  const { t } = useTranslator();
  return {
    pause: t('common.pause'),
    play: t('common.play'),
    previous: t('common.previous'),
    next: t('common.next'),
    position: (i, n) => t('common.positionOf', { i, n }),
  };
}
