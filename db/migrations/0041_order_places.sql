ALTER TABLE `orders` DROP COLUMN `from_place`;--> statement-breakpoint
ALTER TABLE `orders` DROP COLUMN `to_place`;