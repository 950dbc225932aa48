ALTER TABLE `participants` ADD `deposit_captured` integer;--> statement-breakpoint
ALTER TABLE `participants` ADD `deposit_returned` integer;