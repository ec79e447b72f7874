import type { RefObject } from 'react';
import type { DisputeDetails } from '#modules/disputes/contract.ts';

/** The props of the panel that says the next step of a dispute. */
export interface PanelProps {
  dispute: DisputeDetails;
  heading: RefObject<HTMLHeadingElement | null>;
}
